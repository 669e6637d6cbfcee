// The result of a match as a picture: drawn on a canvas, given to the share sheet of the device, or downloaded.

import { pip } from "../cards/shapes.js";
import { rankLabel, suitOf } from "../cards/card-names.js";
import { wordmark } from "../cards/wordmark.js";
import { currentLanguage, gameName, t } from "../i18n/translate.js";
import { leadPaths, storyOf, survivalOf, survivalText } from "./match-story.js";
import { gamesOf, nameAt, resultLine, scoreOf, sideLabel } from "./table-texts.js";

/** @import {TableView} from "../wire/protocol" */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{height: number, draw: (y: number) => void}} Block A part of the picture, drawn below the one before. */

const WIDTH = 1080;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;

const PAPER = "#fdfaf3";
const SOFT = "#b9cfc2";
const GOLD = "#f2c14e";
const FELT = ["#2a6a50", "#143d2d"];
const RED = "#b5231c";
const BLACK = "#1c2422";
/** Colours of the lines of the lead, that of the winner first. */
const LINES = [GOLD, "#9ec5e8", "#e8a79e", "#b7dfa5", "#d7b8ec", "#f0d9a8", "#a5dfd8", "#cfcfcf", "#8fb0a0"];

/**
 * Shares the result of a match as a picture.
 * @param {TableView} table
 */
export async function shareResult(table) {
  const canvas = drawResult(asEverybodySees(table));
  const blob = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], "oddtrick.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] }).catch(() => null);
  else download(file);
}

/** @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The table without a viewer: others who see the picture are not "you".
 * @param {TableView} table
 * @returns {TableView}
 */
function asEverybodySees(table) {
  return { ...table, you: null, match: table.match && { ...table.match, seat: null } };
}

/** @param {TableView} table */
function drawResult(table) {
  const canvas = document.createElement("canvas");
  const at = /** @type {Context} */ (canvas.getContext("2d"));
  canvas.width = WIDTH;
  const blocks = [
    mark(at),
    textBlock(at, gameName(table.game), { size: 34, colour: SOFT, after: 10 }),
    textBlock(at, resultLine(table), { size: 64, weight: 700, family: headingFamily(), after: 36 }),
    ...resultRows(at, table),
    ...leadBlock(at, table),
    ...storyOf(table).map((line) => storyBlock(at, line)),
    textBlock(at, new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long" }).format(new Date()), { size: 28, colour: SOFT, before: 30 }),
  ];
  canvas.height = 2 * MARGIN + blocks.reduce((sum, block) => sum + block.height, 0);
  drawFelt(at, canvas.height);
  let y = MARGIN;
  for (const block of blocks) {
    block.draw(y);
    y += block.height;
  }
  return canvas;
}

/** Returns the family of headings. */
function headingFamily() {
  const heading = document.querySelector("h2") ?? document.body;
  return getComputedStyle(heading).fontFamily;
}

/**
 * @param {Context} at
 * @param {number} height
 */
function drawFelt(at, height) {
  const light = at.createRadialGradient(WIDTH / 2, height / 3, 0, WIDTH / 2, height / 2, height * 0.75);
  light.addColorStop(0, FELT[0] ?? "");
  light.addColorStop(1, FELT[1] ?? "");
  at.fillStyle = light;
  at.fillRect(0, 0, WIDTH, height);
  at.strokeStyle = `${SOFT}66`;
  at.lineWidth = 3;
  at.beginPath();
  at.roundRect(24, 24, WIDTH - 48, height - 48, 36);
  at.stroke();
}

/**
 * @param {Context} at
 * @returns {Block}
 */
function mark(at) {
  return {
    height: 84,
    draw: (y) => {
      at.save();
      at.translate(MARGIN, y + 50);
      at.scale(1.15, 1.15);
      drawShapes(at, wordmark());
      at.restore();
    },
  };
}

/**
 * Draws the paths of the wordmark.
 * @param {Context} at
 * @param {Element} shapes
 */
function drawShapes(at, shapes) {
  at.save();
  for (const [, name, values = ""] of (shapes.getAttribute("transform") ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y = x] = values.split(/[ ,]+/).map(Number);
    if (name === "translate") at.translate(x, y);
    else if (name === "scale") at.scale(x, y);
    else at.rotate((x * Math.PI) / 180);
  }
  const d = shapes.getAttribute("d");
  if (d !== null) drawPath(at, new Path2D(d), shapes.getAttribute("class") ?? "");
  for (const child of shapes.children) drawShapes(at, child);
  at.restore();
}

/**
 * @param {Context} at
 * @param {Path2D} path
 * @param {string} kind
 */
function drawPath(at, path, kind) {
  const colour = kind === "in-odd" ? GOLD : PAPER;
  if (kind === "in-letters") {
    at.strokeStyle = colour;
    at.lineWidth = 4;
    at.lineCap = at.lineJoin = "round";
    at.stroke(path);
  } else {
    at.fillStyle = colour;
    at.fill(path);
  }
}

/**
 * @typedef {object} TextStyle
 * @property {number} size
 * @property {number} [weight]
 * @property {string} [family]
 * @property {string} [colour]
 * @property {number} [before] Space above.
 * @property {number} [after] Space below.
 * @property {number} [indent]
 */

/**
 * A paragraph, wrapped at words.
 * @param {Context} at
 * @param {string} text
 * @param {TextStyle} style
 * @returns {Block}
 */
function textBlock(at, text, { size, weight = 400, family = getComputedStyle(document.body).fontFamily, colour = PAPER, before = 0, after = 0, indent = 0 }) {
  const font = `${weight} ${size}px ${family}`;
  at.font = font;
  const lines = wrapped(at, text, INNER - indent);
  const step = size * 1.3;
  return {
    height: before + lines.length * step + after,
    draw: (y) => {
      Object.assign(at, { font, fillStyle: colour, textAlign: "left", textBaseline: "middle" });
      lines.forEach((line, row) => at.fillText(line, MARGIN + indent, y + before + (row + 0.5) * step));
    },
  };
}

/**
 * @param {Context} at
 * @param {string} text
 * @param {number} width
 */
function wrapped(at, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && at.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(shortened(at, word, width));
  }
  return lines;
}

/**
 * @param {Context} at
 * @param {string} text
 * @param {number} width
 */
function shortened(at, text, width) {
  let kept = text;
  while (kept.length > 1 && at.measureText(kept === text ? kept : `${kept}…`).width > width) kept = kept.slice(0, -1);
  return kept === text ? kept : `${kept}…`;
}

/**
 * A row for each side: its name, and its score or in a rubber its games; of a match of elimination how far each player came.
 * @param {Context} at
 * @param {TableView} table
 * @returns {Block[]}
 */
function resultRows(at, table) {
  const { match, sides, eliminates } = table;
  if (!match) return [];
  const games = gamesOf(table);
  const value = (/** @type {number} */ place) => (games.length ? t("games", { n: games[place] ?? 0 }) : String(scoreOf(table, place)));
  if (!eliminates) return sides.map((side, place) => rowBlock(at, sideLabel(table, side), value(place), LINES[lineOf(match.winner, place)] ?? PAPER, place === match.winner));
  const order = survivalOf(match.deals).map((survival, seat) => ({ survival, seat }));
  order.sort((one, other) => one.survival.place - other.survival.place || one.seat - other.seat);
  return order.map(({ survival, seat }) => rowBlock(at, `${survival.place}. ${nameAt(table, seat)}`, survivalText(survival), null, survival.out === null));
}

/**
 * Returns the colour of a side by its number: the winner has the first.
 * @param {number | null} winner
 * @param {number} side
 */
function lineOf(winner, side) {
  if (side === winner) return 0;
  return winner === null || side < winner ? side + 1 : side;
}

/**
 * @param {Context} at
 * @param {string} name
 * @param {string} value
 * @param {string | null} colour Of its line; null: it has none.
 * @param {boolean} wins
 * @returns {Block}
 */
function rowBlock(at, name, value, colour, wins) {
  const font = `${wins ? 700 : 400} 40px ${getComputedStyle(document.body).fontFamily}`;
  return {
    height: 64,
    draw: (y) => {
      Object.assign(at, { font, textBaseline: "middle", textAlign: "right", fillStyle: wins ? GOLD : PAPER });
      at.fillText(value, WIDTH - MARGIN, y + 32);
      const room = INNER - at.measureText(value).width - 70;
      at.textAlign = "left";
      at.fillText(shortened(at, name, room), MARGIN + (colour === null ? 0 : 34), y + 32);
      if (colour === null) return;
      at.fillStyle = colour;
      at.beginPath();
      at.roundRect(MARGIN, y + 22, 20, 20, 6);
      at.fill();
    },
  };
}

/**
 * The course of the scores.
 * @param {Context} at
 * @param {TableView} table
 * @returns {Block[]}
 */
function leadBlock(at, table) {
  const paths = leadPaths(table);
  if (!paths.length) return [];
  const height = 170;
  const draw = (/** @type {number} */ y) => {
    at.lineWidth = 7;
    at.lineJoin = at.lineCap = "round";
    paths.forEach((points, side) => {
      at.strokeStyle = LINES[lineOf(table.match?.winner ?? null, side)] ?? PAPER;
      at.beginPath();
      points.forEach(([across, up], n) => at[n ? "lineTo" : "moveTo"](MARGIN + across * INNER, y + 30 + (1 - up) * height));
      at.stroke();
    });
  };
  return [{ height: height + 70, draw }];
}

/**
 * A sentence of the story with its card.
 * @param {Context} at
 * @param {import("./match-story.js").StoryLine} line
 * @returns {Block}
 */
function storyBlock(at, { text, card }) {
  const block = textBlock(at, text, { size: 36, before: 14, after: 14, indent: card === null ? 0 : 84 });
  const height = Math.max(block.height, card === null ? 0 : 104);
  return {
    height,
    draw: (y) => {
      block.draw(y + (height - block.height) / 2);
      if (card !== null) drawCard(at, card, MARGIN, y + (height - 88) / 2);
    },
  };
}

/**
 * @param {Context} at
 * @param {string} card
 * @param {number} x
 * @param {number} y
 */
function drawCard(at, card, x, y) {
  const suit = suitOf(card);
  const colour = suit === "H" || suit === "D" ? RED : BLACK;
  at.fillStyle = PAPER;
  at.beginPath();
  at.roundRect(x, y, 62, 88, 9);
  at.fill();
  Object.assign(at, { font: `700 36px ${headingFamily()}`, fillStyle: colour, textAlign: "center", textBaseline: "middle" });
  at.fillText(rankLabel(card), x + 31, y + 27);
  at.save();
  at.translate(x + 31, y + 62);
  at.scale(1.5, 1.5);
  at.fill(new Path2D(pip(suit, "suit", 0, 0, 20).getAttribute("d") ?? ""));
  at.restore();
}
