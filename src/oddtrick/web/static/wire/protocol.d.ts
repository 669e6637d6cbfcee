// What goes over the wire. Written by `python -m tests.support.web.protocol_types`.

export type ClientFrame = Hello | Command | Ping;

export type TableFrame = Welcome | Update | Done | RefusedFrame | Notice | Pong;

export type LobbyFrame = Lobby | Notice | Pong;

export type PlayerCommand = Sit | Leave | AddBot | ClearPlace | TransferHost | ChangeSettings | Begin | Play | Choose | ThrowHand | Claim | Undo | Seal | Open | Ready | Rematch | Back | Away | Say | Abandon;

export interface Abandon {
  type: "abandon";
}

export interface AddBot {
  type: "add-bot";
  place: number;
  level?: string;
}

export interface Away {
  type: "away";
}

export interface Back {
  type: "back";
}

export interface Begin {
  type: "begin";
  fill?: string | null;
}

export interface CardPlayed {
  type: "played";
  seat: number;
  card: string;
  winner: number | null;
}

export interface CardsCut {
  type: "cut";
  purpose: string;
  cards: ([number, string])[];
}

export interface ChangeSettings {
  type: "change-settings";
  settings: Settings;
}

export interface ChatMessage {
  place: number | null;
  name: string;
  phrase: string | null;
  text: string | null;
}

export interface ChatSent {
  type: "chat";
  message: ChatMessage;
}

export interface Choose {
  type: "choose";
  suit: "C" | "D" | "H" | "S";
}

export interface Claim {
  type: "claim";
}

export interface ClearPlace {
  type: "clear-place";
  place: number;
}

export interface Command {
  type: "command";
  id: string;
  command: Sit | Leave | AddBot | ClearPlace | TransferHost | ChangeSettings | Begin | Play | Choose | ThrowHand | Claim | Undo | Seal | Open | Ready | Rematch | Back | Away | Say | Abandon;
}

export interface Contribution {
  place: number;
  name: string;
  seal: string;
  opened: string | null;
}

export type CredentialKind = "bot" | "guest" | "seat" | "session";

export interface DealRules {
  sizes: number[];
  turned: "last" | "next" | null;
  next_tie: "cut" | "rps" | null;
}

export interface DealSteps {
  dealer: number;
  seats: number[];
  turn_up: string | null;
  trump: string | null;
  chooser: number | null;
  contest: ([number, string])[];
  hands: HandSteps[];
  tricks: number[];
  points: number[] | null;
  score: number[] | null;
  games: number[] | null;
}

export interface DealView {
  dealer: number;
  trump: "C" | "D" | "H" | "S" | null;
  tricks: number[];
  points: number[];
  score: number[];
  games: number[];
}

export interface DealingRules {
  pack: string[];
  first_cut: "dealer" | "partners";
  eliminates: boolean;
  deals: DealRules[];
}

export interface Done {
  type: "done";
  re: string;
  seq: number;
}

export interface DrawView {
  number: number;
  purpose: "deal" | "dealer" | "partners" | "trumps";
  seal: string;
  contributors: number[];
  seals: ([number, string])[];
  opening: boolean;
  opened: number[];
  until: number;
}

export interface ErrorBody {
  error: ErrorDetail;
}

export interface ErrorDetail {
  code: string;
  message: string;
  rule?: string | null;
}

export interface GameInfo {
  id: string;
  title: string;
  objective: string;
  source: string;
  aliases: string[];
  players: Players;
  options: Option[];
  options_schema: Record<string, any>;
  rules: string;
}

export interface GameStatistics {
  game: string;
  matches?: number;
  won?: number;
  level?: number;
  tricks?: number;
  points?: number;
  rating?: number | null;
  rated_matches?: number;
}

export interface Games {
  games: GameInfo[];
  trick_play: string;
}

export interface HandSteps {
  cards: string[][];
  tricks: TrickSteps[];
}

export interface Hello {
  type: "hello";
  protocol: number;
  seq?: number | null;
}

export interface HintResponse {
  card?: string | null;
  suit?: "C" | "D" | "H" | "S" | null;
  throw?: "paper" | "rock" | "scissors" | null;
  reason: string;
  tag?: string;
  params?: Record<string, any>;
  close?: HintSentence | null;
}

export interface HintSentence {
  reason: string;
  tag: string;
  params?: Record<string, any>;
}

export interface Leaderboard {
  game: string;
  leaders: LeaderboardEntry[];
}

export interface LeaderboardEntry {
  place: number;
  id: string;
  name: string;
  kind: PersonKind;
  rating: number;
  matches: number;
}

export interface Leave {
  type: "leave";
}

export interface Levels {
  levels: string[];
  usual: string;
}

export interface ListedRecord {
  id: string;
  game: string;
  at: number;
  pbn: boolean;
  played: PlayedHere | null;
}

export interface Lobby {
  type: "lobby";
  tables: LobbyTable[];
}

export interface LobbyTable {
  code: string;
  game: string;
  options: Record<string, any>;
  stage: string;
  host: string;
  places: number;
  taken: number;
  open: number;
  rated: boolean;
  timed: boolean;
  changed: number;
}

export interface MatchSteps {
  game: string;
  options: Record<string, any>;
  players: number;
  names: string[] | null;
  sides: number[][];
  rules: DealingRules;
  cuts: (([number, string])[])[];
  deals: DealSteps[];
  over: boolean;
  winner: number | null;
}

export interface MatchView {
  seat: number | null;
  awaited: string;
  to_act: number | null;
  legal: string[];
  number: number;
  dealer: number;
  seats: number[];
  score: number[];
  games: number[];
  over: boolean;
  winner: number | null;
  deals: DealView[];
  to_cut: number[];
  cut: ([number, string])[];
  thrown: number[];
  own_throw: string | null;
  contest: ([number, string])[];
  chooser: number | null;
  trump: "C" | "D" | "H" | "S" | null;
  trump_known: boolean;
  turn_up: string | null;
  turn_up_seat: number | null;
  turn_up_shown: boolean;
  hand_number: number;
  hand_count: number;
  hand: string[];
  counts: number[];
  won: number[];
  tricks: TrickView[];
  table_seats: number[];
  table: string[];
  last_trick: TrickView | null;
  broken: boolean;
}

export interface Me {
  id?: string | null;
  kind?: PersonKind | null;
  name?: string | null;
  via?: CredentialKind | null;
  table?: string | null;
  login?: string | null;
}

export interface MyTable {
  table: LobbyTable;
  place: number | null;
}

export interface MyTables {
  tables: MyTable[];
  next: string | null;
}

export interface NewTable {
  rules: Record<string, any>;
  settings?: Settings;
  sit?: number | null;
  fill?: string | null;
  begin?: boolean;
}

export interface Note {
  type: "note";
  kind: string;
  place: number | null;
}

export interface Notice {
  type: "notice";
  code: string;
  message: string;
}

export interface Open {
  type: "open";
  round: number;
  secret: string;
}

export interface OpenedTable {
  code: string;
  url: string;
  socket: string;
  table: TableView;
}

export interface Option {
  name: string;
  default: any;
  meaning: string;
  rule: string;
  kind: string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
  optional?: boolean;
}

export type PersonKind = "account" | "bot" | "gone" | "guest";

export interface Ping {
  type: "ping";
}

export interface PlaceView {
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  program: boolean;
  connected: boolean;
  stand_in: "away" | "disconnected" | "timeout" | null;
  seat: number;
  ready: boolean;
  spent_ms: number;
}

export interface Play {
  type: "play";
  card: string;
}

export interface PlayedHere {
  table: string;
  number: number;
  rated: boolean;
  seat: number;
  won: boolean | null;
  tricks: number;
  points: number;
}

export interface Players {
  least: number;
  most: number;
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface Proof {
  format: string;
  table: string;
  rounds: Round[];
  names?: string[] | null;
  first_dealer?: number | null;
}

export type Purpose = "deal" | "dealer" | "partners" | "trumps";

export interface Ready {
  type: "ready";
}

export interface Records {
  records: ListedRecord[];
  next: string | null;
}

export interface RefusedFrame {
  type: "refused";
  re: string | null;
  code: string;
  message: string;
  rule?: string | null;
  retry?: boolean;
}

export interface Rematch {
  type: "rematch";
}

export interface Replay {
  match: MatchSteps;
  pbn: boolean;
  table: string | null;
  number: number | null;
  you: number | null;
}

export interface Round {
  number: number;
  purpose: Purpose;
  deal: number;
  seal: string;
  secret: string | null;
  contributions: Contribution[];
  taken_back?: boolean;
}

export interface Say {
  type: "say";
  phrase?: string | null;
  text?: string | null;
}

export interface Seal {
  type: "seal";
  round: number;
  seal: string;
}

export interface Settings {
  public?: boolean;
  spectators?: boolean;
  rated?: boolean;
  move_seconds?: number | null;
  deal_seconds?: number | null;
  grace_seconds?: number;
  pause_seconds?: number;
  bot_delay_ms?: number;
  undo?: boolean;
  chat?: boolean;
  late_join?: boolean;
}

export interface Sit {
  type: "sit";
  place: number;
}

export interface Statistics {
  games: GameStatistics[];
}

export interface TableView {
  code: string;
  game: string;
  options: Record<string, any>;
  sides: number[][];
  eliminates: boolean;
  settings: Settings;
  stage: "closed" | "drawing" | "gathering" | "over" | "pause" | "playing";
  number: number;
  places: PlaceView[];
  host: string;
  you: number | null;
  you_host: boolean;
  match: MatchView | null;
  turn: number | null;
  deadline: number | null;
  pause_until: number | null;
  draw: DrawView | null;
  chat: ChatMessage[];
}

export interface ThrowHand {
  type: "throw";
  throw: "paper" | "rock" | "scissors";
}

export interface TransferHost {
  type: "transfer-host";
  place: number;
}

export interface TrickSteps {
  plays: ([number, string])[];
  winner: number | null;
}

export interface TrickView {
  seats: number[];
  cards: string[];
  winner: number;
}

export interface Turn {
  seat: number;
  deadline: number | null;
  legal: string[] | null;
  turn_up_shown: boolean;
  broken: boolean;
  spent_ms?: number[];
}

export interface Undo {
  type: "undo";
}

export interface Update {
  type: "update";
  seq: number;
  at: number;
  events: (CardPlayed | ChatSent | CardsCut | Note)[];
  turn?: Turn | null;
  draw?: DrawView | null;
  table?: TableView | null;
  re?: string | null;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  now: number;
  seq: number;
  table: TableView | null;
  person: string | null;
  name: string;
}
