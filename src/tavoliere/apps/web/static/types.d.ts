// The messages between page and server, for `tsc`; no browser loads this file. Names and fields are those of the server's own
// models, and `tests/frontend/test_modules.py` holds the two together.

// Parts of answers

export interface Problem {
  key: string;
  text: string;
  clause: string | null;
  reasons: string[];
}

export interface ErrorAnswer {
  error: Problem;
}

/** A noun: its plain form, others that texts of the page ask for, and what words agree with. */
export interface Noun {
  name: string;
  forms: Record<string, string>;
  traits: string[];
}

export interface PlayerAnswer {
  letter: string;
  name: string;
  forms: Record<string, string>;
  traits: string[];
}

export type OptionValue = number | string;
export type Options = Record<string, OptionValue>;

export interface OptionAnswer {
  name: string;
  type: "int" | "str";
  default: OptionValue | null;
  title: string;
  help: string;
}

/** How strong a level is, with the error (95 %). */
export interface RatingAnswer {
  spec: string;
  elo: number | null;
  error: number | null;
}

/** A share of the points, and between what it lies. */
export type Share = [value: number, low: number, high: number];

/** What each seat gets among equals from this level on. */
export interface SidesAnswer {
  level: number;
  games: number;
  scores: Record<string, Share>;
}

export interface VariantAnswer {
  options: Options;
  players: PlayerAnswer[];
  levels: string[];
  usual: string;
  cautions: string[];
  ratings: RatingAnswer[];
  sides: SidesAnswer[];
}

/** A level as its game calls it, and what is to be expected of it. */
export interface LevelAnswer {
  spec: string;
  name: string;
  sentence: string;
}

export interface GameAnswer {
  name: string;
  title: string;
  author: string;
  sentence: string;
  rules: string | null;
  lessons: string | null;
  puzzles: string | null;
  by_hand: boolean;
  svg: string;
  levels: LevelAnswer[];
  players: PlayerAnswer[];
  options: OptionAnswer[];
  variants: VariantAnswer[];
}

export interface OpponentAnswer {
  spec: string;
  name: string;
}

/** The least and the most of a number. */
export type Range = [number, number];

export interface GamesAnswer {
  games: GameAnswer[];
  opponents: OpponentAnswer[];
  clocks: Record<string, Record<string, Range>>;
  lobby: boolean;
}

/** What speaks against a game with some options; nothing for most. */
export interface CautionsAnswer {
  cautions: string[];
}

export interface NewTableAnswer {
  table: string;
  url: string;
  tokens: Record<string, string>;
  cautions: string[];
}

export interface RulesAnswer {
  game: string;
  title: string;
  html: string;
}

export interface SignAnswer {
  name: string;
  text: string;
  svg: string;
}

export interface LegendAnswer {
  game: string;
  signs: SignAnswer[];
}

export interface UploadedAnswer {
  table: string;
  url: string;
  game: string;
  players: Record<string, string>;
  result: string;
  turns: number;
}

export interface GlanceSeatAnswer {
  letter: string;
  name: string;
  forms: Record<string, string>;
  traits: string[];
  player: string;
  kind: "person" | "open" | "opponent" | "nobody";
  yours: boolean;
}

export interface PlainClockAnswer {
  kind: "none" | "increment" | "days";
  base: number;
  increment: number;
  days: number;
}

export interface GlanceAnswer {
  table: string;
  game: string;
  title: string;
  seats: GlanceSeatAnswer[];
  turn: string;
  clock: PlainClockAnswer;
  left: number | null;
  result: ResultAnswer | null;
  review: boolean;
  strangers: boolean;
  turns: number;
  played: number;
}

/** A table that strangers are shown; `here` says whether somebody who plays is there just now. */
export interface LobbyTableAnswer {
  table: string;
  game: string;
  title: string;
  seats: GlanceSeatAnswer[];
  turn: string;
  clock: PlainClockAnswer;
  left: number | null;
  result: ResultAnswer | null;
  review: boolean;
  strangers: boolean;
  turns: number;
  played: number;
  here: boolean;
  watching: number;
}

export interface LobbyAnswer {
  on: boolean;
  waiting: LobbyTableAnswer[];
  running: LobbyTableAnswer[];
}

export interface CodeAnswer {
  svg: string;
}

export interface GlancesAnswer {
  tables: GlanceAnswer[];
  missing: string[];
}

export interface UploadAnswer {
  tables: UploadedAnswer[];
}

// What is shown

export interface PieceAnswer {
  owner: string;
  kind: string;
  letter: string;
}

export interface EventAnswer {
  kind: string;
  square: string;
  target: string;
  pieces: PieceAnswer[];
  player: string;
  tray: string;
  why: string;
  text: string;
}

export interface LastAnswer {
  ply: number;
  seat: string;
  move: string;
  comments: string[];
  told: string[];
  events: EventAnswer[];
}

/** A clause of the rules, and what it demands just now. */
export interface RuleAnswer {
  clause: string;
  text: string;
}

/** What the player to act is asked to do, and the rule that leaves no other choice. */
export interface AskedAnswer {
  text: string;
  rule: RuleAnswer | null;
}

export interface ResultAnswer {
  text: string;
  winner: string | null;
  scores: Record<string, number>;
  reason: string;
  told: string;
  why: string;
  by: string;
}

export interface SeatAnswer {
  letter: string;
  name: string;
  forms: Record<string, string>;
  traits: string[];
  player: string;
  kind: "person" | "open" | "opponent" | "nobody";
  spec: string | null;
  yours: boolean;
  here: boolean;
  in: boolean;
}

export interface MoveAnswer {
  ply: number;
  seat: string;
  move: string;
  comments?: string[];
}

export interface ClockAnswer {
  kind: "none" | "increment" | "days";
  base: number;
  increment: number;
  days: number;
  left: Record<string, number | null>;
  running: string | null;
  deadline: number | null;
}

export interface ThinkingAnswer {
  type: "thinking";
  seat: string;
  spec: string;
  hint: boolean;
  waiting: boolean;
  compiling: string | null;
  elapsed: number;
  expected: number | null;
  fraction: number | null;
  nodes: number | null;
  problem: string | null;
}

export interface UndoOffer {
  by: string;
  agreed: string[];
}

export interface OffersAnswer {
  draw: string[];
  undo: UndoOffer | null;
  rematch: string[];
}

export interface CanAnswer {
  undo: "now" | "ask" | false;
  hint: boolean;
  resign: boolean;
  draw: boolean;
  rematch: boolean;
  claim: string[];
}

export interface CompilingAnswer {
  done: number;
  of: number;
  text: string;
}

export interface StatusAnswer {
  compiling: CompilingAnswer | null;
}

/** Steps, each with those that can follow it within the same action. None follow the last step of an action. */
export type Tree = { [step: string]: Tree };

/** A table, complete, as the page works with it. */
export interface TableAnswer {
  type: "table";
  id: number | null;
  table: string;
  game: string;
  title: string;
  options: Options;
  rules: string;
  seats: SeatAnswer[];
  turn: string;
  at: string;
  ply: number;
  text: string;
  start: string;
  position_url: string;
  moves: MoveAnswer[];
  last: LastAnswer | null;
  svg: string;
  flipped: boolean;
  notes: string[];
  asked: AskedAnswer;
  next: Tree;
  can_move: boolean;
  result: ResultAnswer | null;
  clock: ClockAnswer;
  thinking: ThinkingAnswer | null;
  offers: OffersAnswer;
  can: CanAnswer;
  harder: OpponentAnswer | null;
  lessons: string | null;
  puzzles: string | null;
  rematch: string | null;
  previous: string | null;
  watching: number;
  review: boolean;
  open: boolean;
  listed: boolean;
  pictures: ("svg" | "png" | "gif")[];
  you: string[];
  status: StatusAnswer;
}

/** An earlier position of a table. */
export interface PictureAnswer {
  type: "picture";
  ply: number;
  text: string;
  turn: string;
  svg: string;
  notes: string[];
  last: LastAnswer | null;
  result: ResultAnswer | null;
  position_url: string;
}

/** A position that belongs to no table, and the turn being made in it. */
export interface PositionAnswer {
  type: "picture";
  game: string;
  title: string;
  options: Options;
  text: string;
  ply: number;
  moves: string[];
  turn: string;
  svg: string;
  notes: string[];
  asked: AskedAnswer;
  next: Tree;
  taken: string[];
  half: string;
  complete: boolean;
  move: string | null;
  result: ResultAnswer | null;
  last: LastAnswer | null;
  url: string;
}

/** A piece that can be put on squares. */
export interface ToolAnswer {
  letter: string;
  name: string;
  svg: string;
  heaped: boolean;
}

export interface ValueAnswer {
  value: string;
  text: string;
}

export interface FieldPartAnswer {
  text: string;
  choices: ValueAnswer[];
}

export interface FieldAnswer {
  name: string;
  text: string;
  parts: FieldPartAnswer[];
}

export interface PaletteAnswer {
  pieces: ToolAnswer[];
  fields: FieldAnswer[];
  sides: string | null;
}

/** What somebody has put together, and why it is no position yet. */
export interface SetupAnswer {
  svg: string;
  text: string;
  url: string | null;
  reasons: string[];
  squares: Record<string, string>;
  barriers: string[];
  fields: Record<string, string[]>;
  palette: PaletteAnswer | null;
}

export interface LessonSummaryAnswer {
  id: string;
  title: string;
  about: string;
  tasks: string[];
  guided: boolean;
}

export interface CourseAnswer {
  game: string;
  title: string;
  lessons: LessonSummaryAnswer[];
}

export interface VerdictAnswer {
  kind: "done" | "on" | "missed" | "refused";
  text: string;
  clause: string | null;
  move: string;
}

export interface ReplyAnswer {
  move: string;
  text: string;
  events: EventAnswer[];
  asks: string;
  rule: RuleAnswer | null;
  turn: string;
  svg: string;
  notes: string[];
  next: Tree;
  taken: string[];
  half: string;
  step: string;
  result: ResultAnswer | null;
}

export interface LessonAnswer {
  you: string;
  side: string;
  text: string;
  asks: string;
  rule: RuleAnswer | null;
  hint: string;
  accepted: string[];
  turn: string;
  svg: string;
  notes: string[];
  next: Tree;
  taken: string[];
  half: string;
  step: string;
  points: boolean;
  events: EventAnswer[];
  verdict: VerdictAnswer | null;
  comments: string[];
  reply: ReplyAnswer | null;
  result: ResultAnswer | null;
}

export interface PuzzleThemeAnswer {
  id: string;
  text: string;
}

export interface PuzzleSummaryAnswer {
  id: string;
  level: number;
  kind: "win" | "hold";
  players: number;
  themes: number[];
}

export interface PuzzlesAnswer {
  game: string;
  title: string;
  levels: number;
  day: string;
  themes: PuzzleThemeAnswer[];
  puzzles: PuzzleSummaryAnswer[];
}

// Studies

export interface StudyNodeAnswer {
  parent: number;
  move: string;
  mark: string;
  comment: string;
  seat: string;
}

export interface StudyEndAnswer {
  node: number;
  result: string;
  reason: string;
}

/** All lines of a study. Each node comes after the one whose place, counted from 1, is its `parent`. */
export interface StudyAnswer {
  game: string;
  title: string;
  options: Options;
  start: string;
  comment: string;
  names: Record<string, string>;
  date: string;
  tags: Record<string, string>;
  ended: StudyEndAnswer | null;
  nodes: StudyNodeAnswer[];
}

export interface StudiesAnswer {
  studies: StudyAnswer[];
}

export interface KeptStudyAnswer {
  study: string;
  url: string;
}

/** What is found about a position, event by event. */
export interface LineTurnAnswer {
  move: string;
  seat: string;
}

export interface LineAnswer {
  move: string;
  value: number;
  proven: "" | "win" | "draw" | "loss";
  turns: LineTurnAnswer[];
  steps: string[];
}

export interface FoundAnswer {
  chances: Record<string, number>;
  proven: "" | "win" | "draw" | "loss";
  depth: number;
  nodes: number;
  lines: LineAnswer[];
}

export interface GlimpseAnswer {
  waiting: number;
  compiling: boolean;
  done: boolean;
  seconds: number;
  found: FoundAnswer | null;
}

export interface AskedAnalysis {
  game: string;
  options?: Options;
  text?: string;
  moves?: string[];
  lines?: number;
}

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface ReviewTurnAnswer {
  number: number;
  seat: string;
  move: string;
  grade: Grade;
  before: number;
  after: number;
  lost: number;
  proven: "" | "win" | "draw" | "loss";
  proven_after: "" | "win" | "draw" | "loss";
  better: string;
  line: LineTurnAnswer[];
  reply: LineTurnAnswer[];
  steps: string[];
  better_steps: string[];
  reasons: string[];
  chances: Record<string, number>;
}

export interface TotalAnswer {
  turns: number;
  grades: Record<string, number>;
  lost: number;
  accuracy: number | null;
}

export interface ReviewAnswer {
  done: number;
  of: number;
  waiting: number;
  compiling: boolean;
  whole: boolean;
  first: Record<string, number>;
  turns: ReviewTurnAnswer[];
  totals: Record<string, TotalAnswer>;
  turning_points: number[];
}

export interface Try {
  number: number;
  move: string;
}

export interface TryAnswer {
  move: string;
  grade: Grade;
  before: number;
  after: number;
  proven_after: "" | "win" | "draw" | "loss";
}

export interface Followed {
  [path: `/api/tables/${string}/review`]: [Record<string, never>, ReviewAnswer];
  "/api/analysis": [AskedAnalysis, GlimpseAnswer];
}

export interface StudyNode {
  parent: number;
  move: string;
  mark?: string;
  comment?: string;
}

export interface StudyEnd {
  node: number;
  result: string;
  reason: string;
}

export interface NewStudy {
  game: string;
  options?: Options;
  start?: string;
  comment?: string;
  names?: Record<string, string>;
  date?: string;
  tags?: Record<string, string>;
  ended?: StudyEnd | null;
  nodes?: StudyNode[];
}

// What is sent by HTTP

export interface AskedPuzzle {
  puzzle: string;
  accepted?: string[];
  taken?: string[];
  move?: string;
  solution?: boolean;
  look?: Look;
}

export interface AskedLesson {
  lesson: string;
  task?: string;
  accepted?: string[];
  taken?: string[];
  move?: string;
  answer?: boolean;
  look?: Look;
}

export interface Look {
  flipped?: boolean | null;
}

export interface NoClock {
  kind: "none";
}

export interface IncrementClock {
  kind: "increment";
  base: number;
  increment?: number;
}

export interface DaysClock {
  kind: "days";
  days: number;
}

export type AnyClock = NoClock | IncrementClock | DaysClock;

export interface PersonSeat {
  kind: "person";
  name?: string;
}

export interface OpenSeat {
  kind: "open";
}

export interface OpponentSeat {
  kind: "opponent";
  spec: string;
}

export type AnySeat = PersonSeat | OpenSeat | OpponentSeat;

export interface NewTable {
  game: string;
  options?: Options;
  start?: string;
  moves?: string[];
  clock?: AnyClock;
  seats: Record<string, AnySeat>;
  listed?: boolean;
  watchable?: boolean;
}

export interface AskedCode {
  link: string;
}

export interface AskedPosition {
  game: string;
  options?: Options;
  text?: string;
  moves?: string[];
  taken?: string[];
  ended?: Ended | null;
  look?: Look;
}

export interface HandSetup {
  squares?: Record<string, string>;
  barriers?: string[];
  fields?: Record<string, string[]>;
}

/** A game with options that somebody is about to choose. */
export interface AskedCautions {
  game: string;
  options?: Options;
}

export interface AskedSetup {
  game: string;
  options?: Options;
  text?: string;
  made?: HandSetup | null;
  look?: Look;
}

export interface Ended {
  result: string;
  reason: string;
}

export interface Upload {
  format: "tav" | "jsonl";
  text: string;
}

/** Where the page sends what, and what it gets. */
export interface KnownTable {
  table: string;
  tokens?: string[];
}

export interface Glances {
  tables: KnownTable[];
}

export interface ChosenLanguage {
  language: string;
}

export interface LanguageAnswer {
  language: string;
}

export interface Posted {
  "/api/language": [ChosenLanguage, LanguageAnswer];
  "/api/cautions": [AskedCautions, CautionsAnswer];
  "/api/tables": [NewTable, NewTableAnswer];
  "/api/positions": [AskedPosition, PositionAnswer];
  "/api/setups": [AskedSetup, SetupAnswer];
  "/api/codes": [AskedCode, CodeAnswer];
  "/api/glances": [Glances, GlancesAnswer];
  "/api/records": [Upload, UploadAnswer];
  "/api/studies": [NewStudy, KeptStudyAnswer];
}

// What the page sends over the socket of a table

export interface Hello {
  id?: number | null;
  type: "hello";
  tokens?: string[];
  look?: Look;
  patches?: boolean;
  language?: string;
}

export interface StepsTaken {
  id?: number | null;
  type: "steps";
  at: string;
  taken: string[];
  play?: boolean;
}

export interface TypedTurn {
  id?: number | null;
  type: "turn";
  at: string;
  move: string;
}

export interface Why {
  id?: number | null;
  type: "why";
  move: string;
}

export interface Attempt {
  id?: number | null;
  type: "attempt";
  at: string;
  taken: string[];
  step: string;
}

export interface View {
  id?: number | null;
  type: "view";
  ply: number;
}

export interface ChangeLook {
  id?: number | null;
  type: "look";
  look: Look;
}

export interface Hint {
  id?: number | null;
  type: "hint";
}

export interface Undo {
  id?: number | null;
  type: "undo";
  answer?: boolean;
}

export interface Draw {
  id?: number | null;
  type: "draw";
  answer?: boolean;
  seat?: string | null;
}

export interface Rematch {
  id?: number | null;
  type: "rematch";
  answer?: boolean;
}

export interface Resign {
  id?: number | null;
  type: "resign";
  seat: string;
}

export interface Claim {
  id?: number | null;
  type: "claim";
  seat: string;
  name?: string;
}

export interface Rename {
  id?: number | null;
  type: "name";
  seat: string;
  name: string;
}

export interface Private {
  id?: number | null;
  type: "private";
}

export interface Ping {
  id?: number | null;
  type: "ping";
}

export type AnyRequest =
  | StepsTaken
  | TypedTurn
  | Why
  | Attempt
  | View
  | ChangeLook
  | Hint
  | Undo
  | Draw
  | Rematch
  | Resign
  | Claim
  | Rename
  | Private
  | Ping;

// What the page hears over the socket of a table

/** How a picture follows from the one before: a text is a new part, a pair stands for parts of the old one. */
export type Patch = (string | Range)[];

/** The list of turns: so many stay of the one before, and these follow. */
export interface NewMoves {
  kept: number;
  new: MoveAnswer[];
}

export type PatchedTable = Omit<TableAnswer, "svg" | "moves"> & { svg: Patch; moves: NewMoves };

/** A half-made turn, its picture as it follows from the table's. */
export type PatchedHalf = Omit<HalfMessage, "svg"> & { svg: Patch };

interface Numbered {
  /** The number of the request that this answers. */
  id?: number | null;
}

export interface HalfMessage extends Numbered {
  type: "half";
  at: string;
  taken: string[];
  text: string;
  svg: string;
  notes: string[];
  asked: AskedAnswer;
  next: Tree;
  events: EventAnswer[];
  complete: boolean;
  move: string | null;
}

export interface AcceptedMessage extends Numbered {
  type: "accepted";
  at: string;
  ply: number;
  move: string;
}

export interface AllowedMessage extends Numbered {
  type: "allowed";
  move: string;
  told: string[];
}

export interface HintMessage extends Numbered {
  type: "hint";
  at: string;
  move: string;
  steps: string[];
  told: string[];
  values: Record<string, number>;
  proven: string;
}

export interface SeatedMessage extends Numbered {
  type: "seated";
  seat: string;
  token: string;
}

export interface RefusedMessage extends Numbered, Problem {
  type: "refused";
}

export interface PresenceMessage extends Numbered {
  type: "presence";
  here: string[];
  watching: number;
}

export interface SaidMessage extends Numbered {
  type: "said";
  seat: string | null;
  key: string;
  text: string;
}

export interface StatusMessage extends Numbered, StatusAnswer {
  type: "status";
}

export interface ByeMessage extends Numbered {
  type: "bye";
  text: string;
}

export interface PongMessage extends Numbered {
  type: "pong";
}

type Others =
  | (PictureAnswer & Numbered)
  | (ThinkingAnswer & Numbered)
  | AcceptedMessage
  | AllowedMessage
  | HintMessage
  | SeatedMessage
  | RefusedMessage
  | PresenceMessage
  | SaidMessage
  | StatusMessage
  | ByeMessage;

/** What comes over the socket. */
export type SentMessage = PatchedTable | PatchedHalf | PongMessage | Others;

/** What the page gets to hear of it: pictures and lists are whole, and nothing that only keeps the line alive. */
export type HeardMessage = TableAnswer | HalfMessage | Others;

/** What stands for an answer when the connection breaks; no server sends it. */
export interface LostMessage {
  type: "lost";
}

/** Which answer a request gets if it is not refused. */
export interface Answers {
  steps: HalfMessage | AcceptedMessage;
  turn: AcceptedMessage;
  why: AllowedMessage;
  attempt: HalfMessage;
  view: PictureAnswer;
  hint: HintMessage;
  claim: SeatedMessage;
}

export type Failure = RefusedMessage | LostMessage;
