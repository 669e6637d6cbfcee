// What goes over the wire. Written by `python -m tests.support.web.protocol_types`.

export type ClientFrame = Hello | Command | Visit | Ping;

export type TableFrame = Welcome | Update | Done | RefusedFrame | Visitors | BestCardFrame | Notice | Pong;

export type LobbyFrame = Lobby | Notice | Pong;

export type DriveFrame = DriveUpdate | RefusedFrame | Notice | Pong;

export type DriveCommand = AddEntries | ChangeEntry | RemoveEntry | ChooseCrossing | LeaveDrive | ReturnPlayer | ReplacePlayer | TakeSeat | FreePlace | NewTableKey | BeginRound | UndoRound | EnterResult | ConfirmResult | DisputeResult | CorrectResult | MarkUnplayed | SetClock | ChangeDriveSettings | ChangePlan | ChangePrizes | CloseDrive;

export type PlayerCommand = Sit | Leave | AddBot | ClearPlace | TransferHost | ChangeSettings | Begin | Play | Pass | Choose | ThrowHand | Call | Claim | Undo | Seal | Open | Ready | Rematch | Back | Away | StandIn | Say | Abandon;

export type ReviewEvent = DecisionValued | DealReviewed | ReviewRefused;

export interface Abandon {
  type: "abandon";
}

export interface AcceptedInvitation {
  url: string;
  place: number | null;
}

export interface Acquaintance {
  id: string;
  name: string;
  met: number;
  table: string;
  rules: Record<string, any>;
  here: boolean;
  invitable: boolean;
  muted: boolean;
}

export interface Acquaintances {
  people: Acquaintance[];
  settings: ContactSettings;
}

export interface AddBot {
  type: "add-bot";
  place: number;
  level?: string;
}

export interface AddEntries {
  type: "add-entries";
  text: string;
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

export interface BeginRound {
  type: "begin-round";
}

export interface BestCard {
  seat: number;
  card: string;
  hand: number | null;
  trick: number;
  gain: number;
  unit: "points" | "tricks";
}

export interface BestCardFrame {
  type: "best-card";
  match: number;
  deal: number;
  best: BestCard | null;
}

export interface BoardsPart {
  boards: number;
  fingerprint: string;
  event?: string | null;
}

export interface Call {
  type: "call";
  call: string;
}

export interface CardConflict {
  kind: "card";
  by: string;
  at: number;
  player: number;
  yours: CardHolder;
  theirs: CardHolder;
}

export interface CardHolder {
  state: "back" | "gone" | "playing";
  name: string;
}

export interface CardPart {
  player: number;
  total: number;
  rounds: CardRow[];
}

export interface CardPlayed {
  type: "played";
  seat: number;
  card: string;
  winner: number | null;
}

export interface CardRow {
  round: number;
  trump: string | null;
  table?: number | null;
  direction?: number | null;
  partner?: number | null;
  opponents?: [number, number] | null;
  tricks?: number | null;
  score?: number | null;
  total?: number | null;
  unplayed?: "average" | "later" | "nothing" | null;
}

export interface CardsCut {
  type: "cut";
  purpose: string;
  cards: ([number, string])[];
}

export interface ChangeDriveSettings {
  type: "change-settings";
  name?: string;
  minutes?: number;
  fee?: number;
  check_in?: boolean;
  confirm?: boolean;
  hide_last?: number;
  names?: "full" | "hidden" | "initials";
  online?: OnlineSettings;
}

export interface ChangeEntry {
  type: "change-entry";
  entry: number;
  name?: string;
  group?: "A" | "B" | null;
  here?: boolean;
  paid?: number;
  note?: string;
  online?: boolean;
}

export interface ChangePlan {
  type: "change-plan";
  plan: PlanChoices;
}

export interface ChangePrizes {
  type: "change-prizes";
  prizes: PrizeList;
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

export interface Choice {
  action: string;
  utility: number;
  error: number;
  points: number;
  tricks: number;
  win_chance: number | null;
  trick_chance: number;
  double_dummy?: number | null;
}

export interface Choose {
  type: "choose";
  suit: "C" | "D" | "H" | "S";
}

export interface ChooseCrossing {
  type: "choose-crossing";
  entries: number[];
}

export interface Claim {
  type: "claim";
}

export interface ClearPlace {
  type: "clear-place";
  place: number;
}

export interface ClockPart {
  state: string;
  ends_at: number | null;
  left: number | null;
  length: number;
  rings: number;
}

export interface CloseDrive {
  type: "close";
}

export interface Command {
  type: "command";
  id: string;
  command: Sit | Leave | AddBot | ClearPlace | TransferHost | ChangeSettings | Begin | Play | Pass | Choose | ThrowHand | Call | Claim | Undo | Seal | Open | Ready | Rematch | Back | Away | StandIn | Say | Abandon;
}

export interface Comparison {
  results: ResultCount[];
  people: number;
  rank: number | null;
  match_points: number | null;
}

export interface ConfirmResult {
  type: "confirm-result";
  round: number;
  table: number;
  tricks: [number, number];
}

export interface ContactSettings {
  invitations?: boolean;
  presence?: boolean;
}

export interface Contribution {
  place: number;
  name: string;
  seal: string;
  opened: string | null;
}

export interface CorrectResult {
  type: "correct-result";
  round: number;
  table: number;
  tricks: [number, number];
  why: string;
}

export type CredentialKind = "bot" | "guest" | "seat" | "session";

export interface CrossingPart {
  group: "A" | "B";
  entries: number[];
  others: number[];
}

export interface Daily {
  today: DailyDeal;
  tomorrow: SealedDay;
  first: string;
}

export interface DailyAttempt {
  table: string;
  tricks: number | null;
  counts: boolean;
}

export interface DailyCalendar {
  days: PlayedDay[];
  streaks: Streaks;
}

export interface DailyDeal {
  day: string;
  stage: "closing" | "open" | "over";
  game: string;
  level: string;
  dealer: number;
  ends: number;
  event: string;
  seal: string;
  secret: string | null;
  you: DailyAttempt | null;
  comparison: Comparison | null;
}

export interface DailyTable {
  code: string;
  url: string;
}

export interface DealReview {
  number: number;
  score: number[];
  unit: "points" | "tricks";
  steps: DealSteps;
  decisions: Decision[];
  losses: SeatLosses[];
  moments: Moment[];
  luck: Luck;
}

export interface DealReviewed {
  type: "review";
  grade: "full" | "quick";
  review: Review;
}

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
  rounds: (([number, string])[])[];
  hands: HandSteps[];
  tricks: number[];
  points: number[] | null;
  score: number[] | null;
  games: number[] | null;
  dogs?: number[];
  stock?: string[];
  calls?: ([string, ([number, string])[]])[];
}

export interface DealView {
  dealer: number;
  trump: "C" | "D" | "H" | "S" | null;
  tricks: number[];
  points: number[];
  score: number[];
  games: number[];
  calls?: ([string, ([number, string | null])[]])[];
}

export interface DealingRules {
  pack: string[];
  first_cut: "dealer" | "partners";
  seats_by_rank: boolean;
  ace_low: boolean;
  eliminates: boolean;
  dogs_life: boolean;
  deals: DealRules[];
}

export interface Decision {
  number: number;
  deal: number;
  hand: number;
  trick: number;
  place: number;
  kind: "card" | "trumps";
  seat: number;
  played: string;
  best: string;
  choices: Choice[];
  worlds: number;
  forced: boolean;
  loss: Loss;
  double_dummy_loss: number | null;
  phase: "early" | "ending" | "middle" | "opening-lead" | "trumps";
  theme: "card-led" | "discard" | "how-high" | "partners-trick" | "ruff" | "suit-led" | "trump-choice" | "trump-lead" | "win-or-leave" | null;
  advised: string | null;
  rule?: string | null;
  explanation?: Sentence[];
  line?: DealSteps | null;
}

export interface DecisionValued {
  type: "decision";
  grade: "full" | "quick";
  decision: Decision;
}

export interface DeskWarning {
  code: string;
  message: string;
}

export interface DisputeResult {
  type: "dispute-result";
  round: number;
  table: number;
  tricks?: [number, number] | null;
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

export interface DriveAnswer {
  id: string;
  seq: number;
  applied: boolean;
}

export interface DriveDealView {
  code: string;
  name: string;
  round: number;
  rounds: number;
  table: number;
  starts_at: number;
  board: number | null;
}

export interface DriveHead {
  code: string;
  stage: "between" | "closed" | "entries" | "over" | "playing";
  movement: string;
  rounds: number;
  scoring: string;
  trumps: string;
  spare: string;
  seats: string;
  groups: [string, string];
  grouped: boolean;
  last_half: number;
  seed: number | null;
  settings: LiveSettings;
}

export interface DriveKeys {
  keys: ListedKey[];
}

export interface DriveLog {
  log: LogLine[];
}

export interface DriveParts {
  you?: YourRole;
  drive?: DriveHead;
  entries?: EntryRow[];
  crossing?: CrossingPart | null;
  players?: PlayerRow[];
  round?: RoundPart | null;
  clock?: ClockPart;
  standings?: StandingRow[];
  standings_info?: StandingsInfo;
  prizes?: PrizeRow[];
  phones?: PhonesSeen;
  warnings?: DeskWarning[];
  next?: NextSeat | null;
  card?: CardPart;
  boards?: BoardsPart;
  prize_list?: PrizeList;
}

export interface DrivePreview {
  plan?: PlanChoices;
  entries?: string;
}

export interface DriveRequest {
  id: string;
  seen: number;
  command: AddEntries | ChangeEntry | RemoveEntry | ChooseCrossing | LeaveDrive | ReturnPlayer | ReplacePlayer | TakeSeat | FreePlace | NewTableKey | BeginRound | UndoRound | EnterResult | ConfirmResult | DisputeResult | CorrectResult | MarkUnplayed | SetClock | ChangeDriveSettings | ChangePlan | ChangePrizes | CloseDrive;
}

export interface DriveUpdate {
  type: "drive";
  seq: number;
  now: number;
  parts: DriveParts;
}

export interface EnterResult {
  type: "enter-result";
  round: number;
  table: number;
  tricks: [number, number];
}

export interface EntryConflict {
  kind: "entry";
  by: string;
  at: number;
  entry: number;
  field: "crosses" | "group" | "here" | "name" | "note" | "online" | "paid";
  yours: string | number | boolean | null;
  theirs: string | number | boolean | null;
}

export interface EntryRow {
  id: number;
  name: string;
  group: "A" | "B" | null;
  here: boolean;
  paid: number;
  owed: number;
  note: string;
  player: number | null;
  online: boolean;
  joined: boolean;
  waits: boolean;
  gone: boolean;
  crosses: boolean;
}

export interface ErrorBody {
  error: ErrorDetail;
}

export interface ErrorDetail {
  code: string;
  message: string;
  rule?: string | null;
  conflict?: EntryConflict | SettingConflict | CardConflict | ResultConflict | RoundConflict | PlanConflict | PrizesConflict | NewResults | null;
}

export interface FreePlace {
  type: "free-place";
  entry: number;
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

export interface HallAccess {
  address: string | null;
  wifi: Wifi | null;
}

export interface HallInfo {
  hall: boolean;
  drive?: string | null;
  address?: string | null;
  wifi?: string | null;
}

export interface HandSteps {
  cards: string[][];
  tricks: TrickSteps[];
  dealt?: string[][];
}

export interface Hello {
  type: "hello";
  protocol: number;
  seq?: number | null;
  key?: string | null;
}

export interface HighlightsView {
  odd_trick: OddTrickView | null;
  prize: PrizeView | null;
  honours: string[][];
  taken: boolean;
}

export interface HintResponse {
  card?: string | null;
  suit?: "C" | "D" | "H" | "S" | null;
  throw?: "paper" | "rock" | "scissors" | null;
  pass?: boolean;
  call?: string | null;
  reason: string;
  tag?: string;
  params?: Record<string, any>;
  more?: HintSentence | null;
  details?: HintSentence[];
}

export interface HintSentence {
  reason: string;
  tag: string;
  params?: Record<string, any>;
}

export interface Invitation {
  id: string;
  sender: string;
  name: string;
  table: string;
  game: string;
  sent: number;
}

export interface Invitations {
  invitations: Invitation[];
  again_ms: number;
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

export interface LeaveDrive {
  type: "leave";
  player: number;
  why: string;
}

export interface Levels {
  levels: string[];
  usual: string;
}

export interface ListedDrive {
  code: string;
  name: string;
  stage: "between" | "closed" | "entries" | "over" | "playing";
  role: "captain" | "organiser" | "scorer" | "screen" | "viewer";
  changed: number;
}

export interface ListedKey {
  id: number;
  role: "organiser" | "player" | "scorer" | "screen";
  label: string;
  key: string;
  link: string;
  created: number;
}

export interface ListedRecord {
  id: string;
  game: string;
  at: number;
  pbn: boolean;
  played: PlayedHere | null;
  offline: PlayedOffline | null;
}

export interface LiveSettings {
  name?: string;
  minutes?: number;
  fee?: number;
  check_in?: boolean;
  confirm?: boolean;
  hide_last?: number;
  names?: "full" | "hidden" | "initials";
  online?: OnlineSettings;
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

export interface LogLine {
  kind: string;
  by: string;
  at: number;
  why: string;
  round: number;
  table: number | null;
  player: number | null;
  before: string;
  after: string;
}

export interface Loss {
  utility: number;
  error: number;
  points: number;
  tricks: number;
  win_chance: number | null;
  real: boolean;
}

export interface Luck {
  par: number[] | null;
  made: number[] | null;
  given: number[] | null;
  expert: number[] | null;
  points: number[] | null;
  expert_points: number[] | null;
}

export interface MarkUnplayed {
  type: "mark-unplayed";
  round: number;
  table: number;
  score: "average" | "later" | "nothing";
  why: string;
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
  rubber: number[];
  jack?: "jack" | "knave";
}

export interface MatchView {
  seat: number | null;
  awaited: string;
  to_act: number | null;
  legal: string[];
  number: number;
  dealer: number;
  seats: number[];
  dogs: number[];
  score: number[];
  games: number[];
  rubber: number[];
  over: boolean;
  winner: number | null;
  deals: DealView[];
  account: string[][];
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
  passed: number[];
  table: string[];
  last_trick: TrickView | null;
  broken: boolean;
  highlights?: HighlightsView | null;
  calls?: ([string, ([number, string | null])[]])[];
  stock?: number;
  stock_top?: string | null;
  drawn?: ((string | null)[])[];
}

export interface Me {
  id?: string | null;
  kind?: PersonKind | null;
  name?: string | null;
  via?: CredentialKind | null;
  table?: string | null;
  login?: string | null;
  recoverable?: boolean | null;
}

export interface Moment {
  deal: number;
  decision: number;
}

export interface MyDrives {
  drives: ListedDrive[];
}

export interface MyTable {
  table: LobbyTable;
  place: number | null;
}

export interface MyTables {
  tables: MyTable[];
  next: string | null;
}

export interface NewDrive {
  plan?: NewPlanChoices;
  settings?: LiveSettings;
  entries?: string;
  prizes?: PrizeList;
}

export interface NewDriveKey {
  role: "organiser" | "player" | "scorer" | "screen";
  label: string;
}

export interface NewPlanChoices {
  movement?: "balanced" | "duplicate" | "head-table" | "military" | "partner" | "progressive" | "semi-partner" | "winners-move";
  rounds?: number;
  scoring?: "matches" | "odd" | "tricks";
  trumps?: string;
  spare?: "bots" | "sit-out" | null;
  seats?: "draw" | "list";
  groups?: [string, string];
  seed?: number | null;
}

export interface NewResult {
  table: number;
  tricks: [number, number];
  by: string;
  at: number;
}

export interface NewResults {
  kind: "results";
  round: number;
  results: NewResult[];
}

export interface NewSubscription {
  endpoint: string;
  keys: PushKeys;
  language?: "de" | "en";
}

export interface NewTable {
  rules: Record<string, any>;
  settings?: Settings;
  sit?: number | null;
  fill?: string | null;
  begin?: boolean;
}

export interface NewTableKey {
  type: "new-table-key";
  table: number;
}

export interface NextSeat {
  round: number;
  trump: string | null;
  table?: number | null;
  direction?: number | null;
  partner?: number | null;
  opponents?: [number, number] | null;
  online?: string | null;
}

export interface Note {
  type: "note";
  kind: string;
  place: number | null;
  cards?: string[];
}

export interface Notice {
  type: "notice";
  code: string;
  message: string;
}

export interface OddTrickView {
  seat: number;
  card: string;
  number: number;
}

export interface OnlineKey {
  key: string;
  seq: number;
  table: string | null;
}

export interface OnlineSettings {
  tables?: "all" | "none" | "some";
  start_seconds?: number;
  move_seconds?: number;
  absence_seconds?: number;
  pause_seconds?: number | null;
  bots?: string;
  bot_delay_ms?: number;
}

export interface Open {
  type: "open";
  round: number;
  secret: string;
}

export interface OpenedDrive {
  code: string;
  key: string;
  seq: number;
  url: string;
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

export interface OwnPrize {
  name: string;
  player?: number | null;
}

export interface Pass {
  type: "pass";
}

export interface Passed {
  type: "passed";
  seat: number;
  winner: number | null;
}

export type PersonKind = "account" | "bot" | "gone" | "guest";

export interface PhoneKey {
  key: string;
  seq: number;
}

export interface PhoneTaken {
  table: number | null;
  player: number | null;
  times: number;
  at: number;
}

export interface PhonesSeen {
  tables: Record<string, any>;
  players: Record<string, any>;
  taken?: PhoneTaken[];
}

export interface Ping {
  type: "ping";
}

export interface PlaceView {
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  style: string | null;
  program: boolean;
  connected: boolean;
  stand_in: "away" | "disconnected" | "timeout" | null;
  stand_in_from: number | null;
  stand_in_at: number | null;
  seat: number;
  ready: boolean;
  spent_ms: number;
}

export interface PlanChoices {
  movement?: "balanced" | "duplicate" | "head-table" | "military" | "partner" | "progressive" | "semi-partner" | "winners-move";
  rounds?: number;
  scoring?: "matches" | "odd" | "tricks";
  trumps?: string;
  spare?: "bots" | "sit-out";
  seats?: "draw" | "list";
  groups?: [string, string];
  seed?: number | null;
}

export interface PlanConflict {
  kind: "plan";
  by: string;
  at: number;
  yours: PlanChoices;
  theirs: PlanChoices;
}

export interface Play {
  type: "play";
  card: string;
}

export interface PlayedDay {
  day: string;
  tricks: number | null;
  counts: boolean;
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

export interface PlayedOffline {
  seat: number;
  won: boolean | null;
}

export interface PlayerRow {
  id: number;
  name: string;
  group: "A" | "B" | null;
  bot: boolean;
  fills_seat: boolean;
  since: number;
  left: number | null;
  shared: boolean;
  plays: "A" | "B" | null;
}

export interface Players {
  least: number;
  most: number;
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface Practice {
  table: TableView;
  updates: Update[];
  played: DealView;
}

export interface PreviewedDrive {
  players: number;
  tables?: number;
  bots?: number;
  sitting_out?: number;
  groups?: [number, number] | null;
  crossing?: number;
  entries?: PreviewedEntry[];
  problem?: string | null;
}

export interface PreviewedEntry {
  name: string;
  group: "A" | "B" | null;
}

export interface PrizeList {
  places?: number;
  halves?: boolean;
  lowest?: boolean;
  one_each?: boolean;
  own?: OwnPrize[];
}

export interface PrizeRow {
  prize: string;
  kind: "first-half" | "last-half" | "lowest" | "own" | "place";
  place: number | null;
  group: "A" | "B" | null;
  player: number;
  tie_break: TieBreakRow | null;
}

export interface PrizeView {
  card: string;
  holder: number;
  taker: number;
  winning: string;
  scores: boolean;
}

export interface PrizesConflict {
  kind: "prizes";
  by: string;
  at: number;
  yours: PrizeList;
  theirs: PrizeList;
}

export interface Proof {
  format: string;
  table: string;
  rounds: Round[];
  names?: string[] | null;
  first_dealer?: number | null;
}

export type Purpose = "deal" | "dealer" | "partners" | "trumps";

export interface PushKeys {
  p256dh: string;
  auth: string;
}

export interface PushState {
  key: string | null;
  subscriptions?: string[];
}

export interface Ready {
  type: "ready";
}

export interface Records {
  records: ListedRecord[];
  next: string | null;
}

export interface RecoveryCode {
  code: string;
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

export interface RemoveEntry {
  type: "remove-entry";
  entry: number;
}

export interface ReplacePlayer {
  type: "replace";
  player: number;
  name: string;
  why: string;
  bot?: boolean;
}

export interface Replay {
  match: MatchSteps;
  pbn: boolean;
  table: string | null;
  number: number | null;
  you: number | null;
  solver: SolverRules | null;
}

export interface ReportRow {
  tricks: [number, number] | null;
  by: string;
  at: number;
  side: number | null;
}

export interface ResultConflict {
  kind: "result";
  by: string;
  at: number;
  round: number;
  table: number;
  yours: [number, number] | "average" | "later" | "nothing";
  theirs: [number, number] | "average" | "later" | "nothing" | null;
}

export interface ResultCount {
  tricks: number;
  people: number;
}

export interface ReturnPlayer {
  type: "return";
  player: number;
  why: string;
}

export interface Review {
  game: string;
  options: Record<string, any>;
  players: number;
  names: string[] | null;
  sides: number[][];
  over: boolean;
  winner: number | null;
  seed: number;
  utility: "chance" | "points" | "tricks";
  deals: DealReview[];
  losses: SeatLosses[];
  moments: Moment[];
  left_out?: number[];
  format?: string;
}

export interface ReviewRefused {
  type: "refused";
  error: ErrorDetail;
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

export interface RoundConflict {
  kind: "round";
  by: string;
  at: number;
  round: number;
}

export interface RoundPart {
  number: number;
  trump: string | null;
  begun: number;
  tables: TableResult[];
  sitting_out: number[];
  missing: number[];
  unconfirmed: number[];
  disputed: number[];
  hidden: boolean;
  seats_hidden?: boolean;
  starts_at?: number | null;
  board?: number | null;
  next_at?: number | null;
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

export interface SealedDay {
  day: string;
  event: string;
  seal: string;
}

export interface SealedView {
  event: string;
  once: boolean;
}

export interface Season {
  drives: SeasonDrive[];
  table: SeasonRow[];
  key?: string | null;
}

export interface SeasonDrive {
  code: string;
  name: string;
  rounds: number;
  closed: boolean;
}

export interface SeasonRow {
  place: number;
  name: string;
  total: number;
  played: number;
  scores: (number | null)[];
}

export interface SeatLosses {
  seat: number;
  total: Tally;
  by_phase: Record<string, any>;
  by_theme: Record<string, any>;
  lessons?: Sentence[];
}

export interface Sentence {
  tag: string;
  params?: Record<string, any>;
}

export interface SetClock {
  type: "clock";
  act: "add" | "pause" | "reset" | "ring" | "start";
  minutes?: number;
}

export interface SettingConflict {
  kind: "setting";
  by: string;
  at: number;
  field: "check_in" | "confirm" | "fee" | "hide_last" | "minutes" | "name" | "names" | "online";
  yours: string | number | boolean | OnlineSettings;
  theirs: string | number | boolean | OnlineSettings;
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

export interface ShownCard {
  card: CardPart;
  next: NextSeat | null;
}

export interface ShownDrive {
  seq: number;
  now: number;
  parts: DriveParts;
}

export interface Sit {
  type: "sit";
  place: number;
}

export interface SolverRules {
  sides: number[][];
  ranks: string;
  trump_ranks: string;
  break_trumps: boolean;
  trick: number;
  card: number;
  cards: Record<string, any>;
}

export interface StandIn {
  type: "stand-in";
  place: number;
}

export interface StandingRow {
  player: number;
  place: number;
  total: number;
  won: number;
  first_half: number;
  last_half: number;
  match_points?: number | null;
  above_average?: number | null;
  team?: number | null;
  flags?: number | null;
}

export interface StandingsInfo {
  after_round: number;
  hidden: boolean;
  provisional: boolean;
}

export interface Statistics {
  games: GameStatistics[];
}

export interface Streaks {
  current: number;
  longest: number;
  total: number;
}

export interface TableResult {
  table: number;
  pairs: [[number, number], [number, number]];
  tricks: [number, number] | null;
  state: "confirmed" | "disputed" | "entered" | "missing" | "unplayed";
  reported?: number | null;
  reports?: ReportRow[];
  online?: boolean;
  code?: string | null;
  match_points?: [number, number] | null;
  above_average?: [number, number] | null;
  unplayed?: "average" | "later" | "nothing" | null;
}

export interface TableView {
  code: string;
  game: string;
  options: Record<string, any>;
  sides: number[][];
  book: number;
  eliminates: boolean;
  settings: Settings;
  sealed: SealedView | null;
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
  drive: DriveDealView | null;
  jack?: "jack" | "knave";
}

export interface TakeSeat {
  type: "take-seat";
  entry: number;
  player: number;
  why: string;
  share?: boolean;
}

export interface Tally {
  decisions?: number;
  mistakes?: number;
  utility?: number;
  points?: number;
  tricks?: number;
  win_chance?: number | null;
  double_dummy?: number | null;
}

export interface ThrowHand {
  type: "throw";
  throw: "paper" | "rock" | "scissors";
}

export interface TieBreakRow {
  by: string;
  among: number[];
  cards: Record<string, any>;
}

export interface TransferHost {
  type: "transfer-host";
  place: number;
}

export interface TrickSteps {
  plays: ([number, string])[];
  winner: number | null;
  passed?: number[];
}

export interface TrickView {
  seats: number[];
  cards: string[];
  winner: number;
  passed?: number[];
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

export interface UndoRound {
  type: "undo-round";
  why: string;
}

export interface Update {
  type: "update";
  seq: number;
  at: number;
  events: (CardPlayed | Passed | ChatSent | CardsCut | Note)[];
  turn?: Turn | null;
  draw?: DrawView | null;
  table?: TableView | null;
  re?: string | null;
}

export interface Visit {
  type: "visit";
  doing: "sitting-down" | "waiting" | null;
  place?: number | null;
  name?: string;
}

export interface Visitor {
  doing: "sitting-down" | "waiting";
  place: number | null;
  name: string;
}

export interface Visitors {
  type: "visitors";
  visitors: Visitor[];
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

export interface Wifi {
  name: string;
  password?: string;
}

export interface YourRole {
  role: "captain" | "organiser" | "scorer" | "screen" | "viewer";
  label: string;
  table: number | null;
  player: number | null;
  online?: boolean;
}
