// The lessons of a game: the list with what is done, and the way from one lesson to the next. The address says which is open.

import { furnish } from "./chrome.js";
import { addressOf, nextOpen, stepsOf, tasksOf } from "./course.js";
import { button, byId, fill, make, sign } from "./dom.js";
import { hearLegend, openLegend } from "./legend.js";
import { LessonView } from "./lesson.js";
import { getCourse, refusalIn } from "./net.js";
import { Progress } from "./progress.js";
import { ready, say } from "./texts.js";

/** @import { CourseAnswer, LessonSummaryAnswer } from "./types.d.ts" */

/** The address that leads to whatever is to be learnt next; no lesson is called so. */
const NEXT = ":next";

class Course {
  /** @param {CourseAnswer} course */
  constructor(course) {
    this.course = course;
    this.progress = new Progress(course.game);
    this.view = new LessonView(course.game, this.progress, {
      next: (isDone) => this.afterwards(isDone),
      previous: () => this.before(),
      go: (to) => this.go(to),
    });
    hearLegend(() => course.game);
    byId("legend").addEventListener("click", () => openLegend(course.game));
    addEventListener("hashchange", () => this.follow());
    byId("to-course").addEventListener("click", (event) => {
      event.preventDefault();
      this.go("");
    });
  }

  /** All tasks in order, as lesson and task. */
  steps() {
    return stepsOf(this.course);
  }

  /** @param {string} to */
  go(to) {
    history.pushState(null, "", to ? `#${to}` : location.pathname);
    this.follow();
  }

  /** Show what the address asks for. */
  follow() {
    if (location.hash === `#${NEXT}`) this.skipToNext();
    const [lessonId, taskId] = decodeURIComponent(location.hash.slice(1)).split("/");
    const lesson = this.course.lessons.find((one) => one.id === lessonId);
    if (!lesson) {
      this.showList(lessonId ? say("page.learn.unknown") : "");
      return;
    }
    const tasks = tasksOf(lesson);
    const left = tasks.find((task) => !this.progress.isDone(lesson.id, task));
    const task = tasks.includes(taskId) ? taskId : (left ?? tasks[0]);
    this.showTask(lesson, task);
  }

  /** Somebody comes for the next lesson, whichever that is; with all of them done, for the list. */
  skipToNext() {
    const next = nextOpen(this.course, this.progress);
    history.replaceState(null, "", next ? `#${addressOf(next)}` : location.pathname);
  }

  // The list

  /** @param {string} [problem] */
  showList(problem = "") {
    document.body.className = "at-lessons";
    byId("lesson").hidden = true;
    byId("course").hidden = false;
    const troubles = this.progress.trouble ? say(`page.learn.${this.progress.trouble}`) : "";
    fill(byId("trouble"), problem || troubles);
    fill(
      byId("lessons"),
      this.course.lessons.map((lesson, i) => this.item(lesson, i + 1)),
    );
    fill(byId("course-acts"), this.beginning());
    fill(
      byId("course-links"),
      make("a", { href: `/rules/${this.course.game}` }, say("page.rules.of", { game: this.course.title })),
      make("a", { href: "/" }, say("page.error.back")),
    );
    document.title = say("page.learn.of", { game: this.course.title });
  }

  /** One button for going on where somebody left, and one for beginning anew. */
  beginning() {
    const { at } = this.progress;
    const isKnown = at && this.steps().some(({ lesson, task }) => lesson.id === at.lesson && task === at.task);
    const to = addressOf(nextOpen(this.course, this.progress) ?? this.steps()[0]);
    const hasBegun = Boolean(isKnown) || this.progress.notes.done.length > 0;
    const go = say(hasBegun ? "page.learn.resume" : "page.learn.go");
    return [
      button(go, { class: "primary", id: "begin", onclick: () => this.go(to) }, "next"),
      hasBegun && button(say("page.learn.again"), { class: "plain", id: "anew", onclick: () => this.anew() }, "again"),
    ];
  }

  anew() {
    this.progress.forget();
    this.showList();
    byId("begin").focus();
  }

  /**
   * @param {LessonSummaryAnswer} lesson
   * @param {number} number
   */
  item(lesson, number) {
    const tasks = tasksOf(lesson);
    const done = tasks.filter((task) => this.progress.isDone(lesson.id, task)).length;
    const isDone = done === tasks.length;
    const told = isDone ? say("page.learn.finished") : say("page.learn.progress", { done, all: tasks.length });
    return make(
      "li",
      { class: isDone ? "done" : "" },
      make("span", { class: "number", "aria-hidden": "true" }, isDone ? sign("check") : String(number)),
      make("a", { href: `#${lesson.id}`, class: "title" }, lesson.title),
      make("span", { class: "about-lesson" }, lesson.about),
      make("span", { class: "done-so-far quiet small" }, told),
    );
  }

  // A lesson

  /**
   * @param {LessonSummaryAnswer} lesson
   * @param {string} task
   */
  showTask(lesson, task) {
    document.body.className = "at-lesson";
    fill(byId("trouble"));
    byId("course").hidden = true;
    byId("lesson").hidden = false;
    const tasks = tasksOf(lesson);
    const number = { number: tasks.indexOf(task) + 1, of: tasks.length };
    byId("lesson-title").textContent = lesson.title;
    byId("task-number").textContent = lesson.guided ? say("page.learn.game") : say("page.learn.task", number);
    document.title = `${lesson.title} · ${say("page.learn.of", { game: this.course.title })}`;
    this.open = { lesson, task };
    this.view.open(lesson, task, this.nextText(), this.course.title);
  }

  /** Where the open task stands among all of them. */
  place() {
    return this.steps().findIndex(({ lesson, task }) => lesson === this.open?.lesson && task === this.open.task);
  }

  /** What stands on the button for going on: the next lesson has its name there. */
  nextText() {
    const here = this.steps()[this.place()];
    const next = this.steps()[this.place() + 1];
    if (!next || next.lesson === here.lesson) return say("page.learn.next");
    return say("page.learn.next.lesson", { lesson: next.lesson.title });
  }

  /** @param {boolean} isDone */
  afterwards(isDone) {
    const next = this.steps()[this.place() + 1];
    if (isDone && !next) this.progress.stand(null);
    this.go(next ? addressOf(next) : "");
  }

  before() {
    const earlier = this.steps()[this.place() - 1];
    this.go(earlier ? addressOf(earlier) : "");
  }
}

await ready;
furnish();
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
try {
  new Course(await getCourse(game)).follow();
} catch (error) {
  fill(byId("trouble"), refusalIn(error).message);
}
