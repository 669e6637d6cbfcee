// Short names for what goes over the wire about drives, and the parts of it that have no type of their own there.

import type {
  CardPart,
  CardRow,
  ClockPart,
  DriveCommand,
  DriveHead,
  DriveParts,
  DriveUpdate,
  EntryRow,
  ErrorDetail,
  HallAccess,
  HallInfo,
  ListedKey,
  LiveSettings,
  LogLine,
  NewResults,
  NextSeat,
  OnlineSettings,
  OpenedDrive,
  PlanChoices,
  PlayerRow,
  PreviewedDrive,
  PrizeList,
  PrizeRow,
  ReportRow,
  RoundPart,
  Season,
  StandingRow,
  StandingsInfo,
  TableResult,
  YourRole,
} from "../wire/protocol";

export type {
  CardPart as Card,
  CardRow as CardRound,
  ClockPart as Clock,
  DriveCommand as Command,
  DriveHead as DriveInfo,
  DriveParts as Parts,
  DriveUpdate,
  EntryRow as Entry,
  HallAccess,
  HallInfo as Hall,
  ListedKey as DriveKey,
  LogLine,
  NewResults,
  NextSeat,
  OpenedDrive,
  PlayerRow as Player,
  PreviewedDrive as Preview,
  PrizeRow as Prize,
  ReportRow as Report,
  RoundPart as Round,
  Season,
  StandingRow as Standing,
  StandingsInfo,
  TableResult as RoundTable,
  YourRole,
};

/** The change of somebody else that is in the way of a command. */
export type Conflict = NonNullable<ErrorDetail["conflict"]>;
/** A plan in which every choice is made. */
export type Plan = Required<PlanChoices>;
export type Prizes = Required<PrizeList>;
export type Online = Required<OnlineSettings>;
export type Settings = Required<Omit<LiveSettings, "online">> & { online: Online };
export type Stage = DriveHead["stage"];
export type Suit = "C" | "D" | "H" | "S";
/** The tricks of North–South and of East–West. */
export type Tricks = [number, number];
/** How a deal is scored that was not played to its end. */
export type Unplayed = NonNullable<TableResult["unplayed"]>;
/** 0 for North–South, 1 for East–West. */
export type PairIndex = 0 | 1;
