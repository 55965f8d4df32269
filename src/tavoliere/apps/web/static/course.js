// A course as a row of steps, and which of them comes next for somebody with this progress. It shows nothing.

/** @import { CourseAnswer, LessonSummaryAnswer } from "./types.d.ts" */
/** @import { Progress } from "./progress.js" */

/** @typedef {{ lesson: LessonSummaryAnswer, task: string }} Step */
/** @typedef {Pick<Progress, "isDone" | "at">} Done */

const GUIDED = "game";

/**
 * The names of what there is to do in a lesson.
 *
 * @param {Pick<LessonSummaryAnswer, "guided" | "tasks">} lesson
 */
export function tasksOf(lesson) {
  return lesson.guided ? [GUIDED] : lesson.tasks;
}

/**
 * All tasks in order.
 *
 * @param {Pick<CourseAnswer, "lessons">} course
 * @returns {Step[]}
 */
export function stepsOf({ lessons }) {
  return lessons.flatMap((lesson) => tasksOf(lesson).map((task) => ({ lesson, task })));
}

/** @param {Step} step the part of the address that stands for it */
export function addressOf({ lesson, task }) {
  return `${lesson.id}/${task}`;
}

/**
 * What comes next: where somebody left, if that is not done, else the first task that is not; nothing if all is done.
 *
 * @param {Pick<CourseAnswer, "lessons">} course
 * @param {Done} progress
 * @returns {Step | null}
 */
export function nextOpen(course, progress) {
  const { at } = progress;
  const open = stepsOf(course).filter(({ lesson, task }) => !progress.isDone(lesson.id, task));
  return open.find(({ lesson, task }) => at?.lesson === lesson.id && at.task === task) ?? open[0] ?? null;
}
