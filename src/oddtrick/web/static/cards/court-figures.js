// The pictures of jacks, queens and kings: what each suit wears and carries, and the figure that is put together from it.

import { svgElement } from "../ui/dom.js";
import { art, path, pip } from "./shapes.js";

// The four jacks: young, with caps and feathers.

/** @import {Suit} from "./card-names.js" */

const BOB = "=hair M-38-262C-78-256-76-190-84-150C-74-132-48-132-38-142z";
const FRINGE = "hair M-50-190C-48-216-40-226-26-232H26C40-226 48-216 50-190L56-262H-56z";
const FIST = `
  cloth M86-62L142-46 134-18 78-34z
  skin M94-62C86-92 98-114 118-114S148-94 140-50z
  line.thin.fine M96-98H142M92-83H145M93-68H143
`;
const COLLAR = "paper M-52-114L-30-74 0-96 30-74 52-114Q0-92-52-114z";

/** @type {Record<Suit, Figure>} */
const JACKS = {
  S: {
    looks: 4,
    behind: BOB,
    robe: `
      cloth M-84-112L-54-114-44 10-68 15zM-150-96L-120-104-98 22-124 28zM54-114L84-112 68-15 44-10zM120-104L150-96 124-28 98-22z
      gold M-14-92H14V-10H-14z
      ink.fine O0-70 5O0-48 5O0-26 5
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-62-240C-104-262-92-316-30-320C40-330 92-312 84-270C82-252 70-244 62-238Q0-262-62-240z
      gold M-62-240Q0-264 62-238L60-222Q0-246-60-224z
      paper M-44-234C-86-258-106-304-84-344C-72-308-44-292-16-256C-24-246-34-238-44-234z
      line.thin.fine M-83-326C-82-296-62-266-40-244
    `,
    held: `
      gold M115-250H127V-10H115z
      paper M121-338L132-286H110z
      paper M127-282C140-282 152-292 160-302C166-274 164-248 152-228C146-240 138-250 127-252z
      paper M115-284L94-296V-246L115-254z
      ${FIST}
    `,
  },
  H: {
    looks: -5,
    behind: BOB,
    robe: `
      gold M-78-112L-50-114-40 9-62 14zM-140-99L-112-106-92 20-114 25zM50-114L78-112 62-14 40-9zM112-106L140-99 114-25 92-20z
      cloth M-14-92H14V-10H-14z
      gold.fine O0-70 5O0-48 5O0-26 5
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      cloth M-66-244C-70-300-30-322 0-322S70-300 66-244Q0-266-66-244z
      gold M-72-246Q0-272 72-246L70-226Q0-250-70-226z
      suit M50-248C70-300 110-318 146-300C140-274 100-276 66-236z
      line.thin.fine M134-298C108-296 80-276 62-246
    `,
    held: `
      gold M116-250H126V-10H116z
      suit M121-160m0-40C117-212 96-224 96-240A13 13 0 0 1 121-246 13 13 0 0 1 146-240C146-224 125-212 121-200z
      ${FIST}
    `,
  },
  D: {
    looks: 5,
    behind: BOB,
    robe: `
      cloth M-180-80C-150-104-100-112-40-116L0-90V0L-180 40z
      gold.fine M-90-88L-78-70-90-52-102-70zM-146-74L-134-56-146-38-158-56zM-118-42L-106-24-118-6-130-24zM-64-50L-52-32-64-14-76-32zM66-84L78-66 66-48 54-66z
      gold M-12-92H12V-10H-12z
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-70-240L-40-316C0-330 40-318 104-262C86-262 74-252 66-240Q0-264-70-240z
      gold M-72-240Q0-266 72-240L66-222Q0-246-66-222z
      paper M-52-234C-86-256-98-300-78-342C-66-308-44-292-24-254C-32-244-42-238-52-234z
      line.thin.fine M-77-324C-78-296-64-266-46-242
    `,
    held: `
      gold M115-320H127V-10H115z
      suit M121-342L131-326 121-310 111-326z
      cloth M127-310H168L154-280 168-250H127z
      gold.fine M142-297L152-280 142-263 132-280z
      ${FIST}
    `,
  },
  C: {
    looks: -4,
    behind: BOB,
    robe: `
      gold M-80-112L-50-114 0-66 50-114 80-112 0-34zM-150-96L-120-104-24 6-60 13zM150-96L120-104 24-6 60-13z
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-66-240C-80-290-50-326 10-322C60-320 80-300 66-240Q0-264-66-240z
      cloth M-70-240Q0-266 70-240C88-244 92-268 70-276Q0-300-70-276C-92-268-88-244-70-240z
      gold O-58-256 13
      paper M-56-258C-92-276-102-314-82-344C-72-318-52-306-38-276z
      line.thin.fine M-81-328C-82-304-70-282-54-266
    `,
    held: `
      hair M112-40L98-290C98-332 146-332 144-290L130-40z
      line.thin.fine M112-296l8 10M130-304l-6 12M114-254l8 8M130-236l-8 8M116-206l6 6
      gold M107-130H135V-116H108z
      ${FIST}
    `,
  },
};

// The four queens: crowned, each with a flower of her own.

const PARTING = "hair M-50-196C-50-232-26-244 0-248C26-244 50-232 50-196L54-262H-54z";
const HAND = `
  paper M84-58L138-42 132-16 78-32z
  skin M92-58C88-84 98-106 116-108S146-90 138-46z
  line.thin.fine M98-92Q118-98 142-90M95-77Q118-82 143-75
`;
const STEM = `
  line.stem M119-30C119-90 126-150 121-210
  gold M122-142C142-150 152-164 158-184C140-180 126-166 122-142z
`;

/** @type {Record<Suit, Figure>} */
const QUEENS = {
  S: {
    looks: 4,
    behind: "=hair M-40-262C-76-252-82-180-92-84Q-66-66-36-92V-250z",
    robe: `
      cloth M-44-96L0-14 44-96z
      skin M-44-112L0-52 44-112Q0-92-44-112z
      =gold M40-114L70-108 6-6H-6L-4-20z
    `,
    head: `
      ${PARTING}
      gold M-58-250L-66-290Q-26-284 0-340Q26-284 66-290L58-250Q0-272-58-250z
      suit M0-316L9-298 0-280-9-298z
      =gold O66-296 8
      paper.fine O0-258 5O-22-256 5O22-256 5O-42-252 5O42-252 5
    `,
    held: `
      ${STEM}
      paper M121-200C102-208 96-242 76-268C98-274 116-258 121-232C126-258 144-274 166-268C146-242 140-208 121-200z
      paper M121-200C104-226 104-268 121-304C138-268 138-226 121-200z
      line.thin.fine M121-214V-270
      ${HAND}
    `,
  },
  H: {
    looks: -4,
    behind: "=hair M-40-262C-92-256-76-214-90-190C-106-164-82-148-96-120C-104-92-70-74-36-100V-250z",
    robe: `
      cloth M-60-112C-56-60-30-24 0-14C30-24 56-60 60-112z
      skin M-44-113C-36-66-14-56 0-50C14-56 36-66 44-113Q0-92-44-113z
      gold M-60-112C-56-60-30-24 0-14C30-24 56-60 60-112L44-113C36-66 14-52 0-46C-14-52-36-66-44-113z
    `,
    head: `
      ${PARTING}
      gold M-60-250L-70-296-46-276-26-306 0-280 26-306 46-276 70-296 60-250Q0-272-60-250z
      gold O-70-302 9O-26-312 9O26-312 9O70-302 9
      suit M0-254C-5-262-16-266-16-275A8 8 0 0 1 0-278 8 8 0 0 1 16-275C16-266 5-262 0-254z
    `,
    held: `
      ${STEM}
      suit O121-274 20O147-256 20O137-226 20O105-226 20O95-256 20
      suit O121-249 25
      line.thin.fine M121-249a8 8 0 1 1-8-8M137-249a16 16 0 1 1-16-17
      ${HAND}
    `,
  },
  D: {
    looks: 5,
    behind: "=hair M-40-262C-70-256-60-200-62-170L-36-150V-250z",
    robe: `
      cloth M-54-113V-60L0-14 54-60V-113z
      skin M-42-113V-66H42V-113Q0-92-42-113z
      gold M-54-113V-56H54V-113H42V-68H-42V-113z
    `,
    head: `
      ${PARTING}
      =hair O-64-196 27
      =line.fine M-64-196m-9 0a9 9 0 1 1 9 9M-64-178a18 18 0 1 1 18-18
      gold M-60-248Q0-272 60-248L50-282Q26-272 0-312Q-26-272-50-282z
      suit M0-306L15-284 0-262-15-284z
      =gold.fine M30-276L38-264 30-254 22-264z
    `,
    held: `
      ${STEM}
      paper O121-282 16O151-264 16O151-232 16O121-214 16O91-232 16O91-264 16
      gold O121-248 18
      ${HAND}
    `,
  },
  C: {
    looks: -5,
    behind: "=paper M-40-268C-92-256-84-180-112-88L-36-92V-250z",
    robe: `
      cloth M-70-108L0-40 70-108V10L-70 30z
      skin M-40-113Q0-40 40-113Q0-92-40-113z
      paper M-70-110C-50-60-20-44 0-40C20-44 50-60 70-110L40-114C30-76 12-70 0-66C-12-70-30-76-40-114z
      gold.fine O0-24 8
    `,
    head: `
      ${PARTING}
      gold M-62-250L-70-298Q-40-268 0-296Q40-268 70-298L62-250Q0-272-62-250z
      gold O-11-304 11O11-304 11O0-322 12O-72-304 9O72-304 9
      suit M-63-252Q0-274 63-252L60-234Q0-256-60-234z
      gold.fine O0-254 6O-32-249 5O32-249 5
    `,
    held: `
      ${STEM}
      suit O100-246 21O142-246 21O121-282 21
      line.gold.thin.fine M121-218V-290M121-240L98-248M121-240L144-248
      ${HAND}
    `,
  },
};

// The four kings: bearded, crowned, armed.

const LOCKS = "=hair M-44-254C-74-250-80-204-68-172C-88-166-88-136-66-134C-48-134-42-152-46-176z";
const ERMINE = `
  paper M-118-100C-96-60-50-44 0-40C50-44 96-60 118-100L60-112C44-92 20-84 0-84S-44-92-60-112z
  =ink.fine M88-92l4 14M60-78l2 14M30-66l1 14M0-62v12
`;
const KING_FIST = `
  gold M90-66L142-50 134-22 82-38z
  skin M96-66C88-96 100-118 120-118S150-98 142-54z
  line.thin.fine M98-102H142M94-87H146M95-72H144
`;
const BAND = "M-66-250Q0-272 66-250L63-228Q0-250-63-228z";
const MOUSTACHE = "hair M0-168C-14-174-32-166-42-146C-26-142-10-146 0-158C10-146 26-142 42-146C32-166 14-174 0-168z";
const CHEEKS = "C41-188 36-170 20-166Q0-172-20-166C-36-170-41-188-48-206z";

/** @type {Record<Suit, Figure>} */
const KINGS = {
  S: {
    looks: 4,
    behind: LOCKS,
    robe: `
      cloth M-34-70H34V10L-34 24z
      line.gold.fine M-22-60L0-44 22-60M-22-38L0-22 22-38
      ${ERMINE}
    `,
    head: `
      hair M-48-206C-54-160-48-110-34-78H34C48-110 54-160 48-206${CHEEKS}
      line.thin.fine M-16-138V-84M0-140V-82M16-138V-84
      ${MOUSTACHE}
      gold M-66-250L-80-322L-40-284 0-328 40-284 80-322 66-250Q0-272-66-250z
      gold O-80-326 9O0-330 9O80-326 9
      suit ${BAND}
      paper.fine O0-249 6O-34-244 6O34-244 6
    `,
    held: `
      paper M110-130V-300L121-338 132-300V-130z
      line.thin.fine M121-310V-134
      gold M88-138H154V-122H88z
      ink M113-122H129V-40H113z
      ${KING_FIST}
    `,
  },
  H: {
    looks: -4,
    behind: LOCKS,
    robe: `
      cloth M-34-70H34V10L-34 24z
      gold.fine O0-50 9O0-24 9
      ${ERMINE}
    `,
    head: `
      hair M-48-206C-66-160-58-96-30-84Q0-62 30-84C58-96 66-160 48-206${CHEEKS}
      line.thin.fine M-34-130q10 12 0 26M-12-126q10 16 0 34M12-126q-10 16 0 34M34-130q-10 12 0 26
      ${MOUSTACHE}
      gold M-66-250C-96-290-56-330 0-306C56-330 96-290 66-250Q0-272-66-250z
      =suit M-50-262C-66-288-40-308-10-294V-268z
      gold M-6-304V-318H-17V-329H-6V-340H6V-329H17V-318H6V-304z
      gold ${BAND}
      suit.fine O0-249 7O-34-244 6O34-244 6
    `,
    held: `
      cloth O120-140 36
      gold M84-146Q120-128 156-146V-134Q120-116 84-134z
      gold M114-176V-196H102V-208H114V-222H126V-208H138V-196H126V-176z
      gold M90-66L142-50 134-22 82-38z
      skin M92-104C84-84 90-62 100-56L134-46C150-56 156-84 150-102C140-90 104-90 92-104z
      line.thin.fine M104-96L108-78M120-92V-74M136-94L133-76
    `,
  },
  D: {
    looks: 6,
    behind: LOCKS,
    robe: `
      cloth M-34-70H34V10L-34 24z
      gold.fine M0-66L12-50 0-34-12-50zM0-34L12-18 0-2-12-18z
      ${ERMINE}
    `,
    head: `
      hair M-48-206C-50-160-32-122 0-66C32-122 50-160 48-206${CHEEKS}
      line.thin.fine M-14-136L0-94 14-136M0-140V-110
      ${MOUSTACHE}
      gold M-66-250L-82-300-48-280-38-312-18-282 0-322 18-282 38-312 48-280 82-300 66-250Q0-272-66-250z
      suit M0-340L11-324 0-308-11-324z
      =gold O82-304 8
      cloth ${BAND}
      gold.fine M0-260L9-248 0-236-9-248zM-36-255L-28-244-36-233-44-244zM36-255L44-244 36-233 28-244z
    `,
    held: `
      gold M113-334H129V-20H113z
      paper M129-312C144-318 154-326 160-334C168-296 168-262 160-222C154-234 144-244 129-252z
      line.thin.fine M150-320C156-296 156-266 150-238
      paper M113-302L94-312V-252L113-262z
      ${KING_FIST}
    `,
  },
  C: {
    looks: -5,
    behind: LOCKS,
    robe: `
      cloth M-34-70H34V10L-34 24z
      gold.fine O-8-50 6O8-50 6O0-62 6O-8-24 6O8-24 6O0-36 6
      ${ERMINE}
    `,
    head: `
      hair M-48-206C-56-160-52-108-30-72L0-112L30-72C52-108 56-160 48-206${CHEEKS}
      =line.thin.fine M12-138C24-124 28-104 28-88M34-150C40-134 42-118 40-100
      ${MOUSTACHE}
      gold M-66-250L-72-292Q-36-272 0-296Q36-272 72-292L66-250Q0-272-66-250z
      gold O-80-298 9O-62-298 9O-71-311 9
      gold O80-298 9O62-298 9O71-311 9
      gold O-11-304 11O11-304 11O0-322 12
      suit ${BAND}
      gold.fine O0-249 6O-34-244 6O34-244 6
    `,
    held: `
      gold M114-262H128V-20H114z
      suit O106-274 16O138-274 16O122-300 17
      gold O121-282 9
      gold M104-254H138V-242H104z
      ${KING_FIST}
    `,
  },
};

/**
 * Half a figure, in tenths of a unit around the centre of the card. The halves meet at the line from
 * (-180, 40) to (180, -40).
 * @typedef {object} Figure
 * @property {string} behind Parts behind the body: hair, a veil.
 * @property {string} robe Clothing.
 * @property {string} head Parts in front of the face: beard, hair, crown.
 * @property {string} held The object held, and the hand.
 * @property {number} looks Horizontal offset of the eyes.
 */

// Court cards: each figure is half a drawing, repeated upside down.

/** @type {Record<string, Record<Suit, Figure>>} */
const FIGURES = { J: JACKS, Q: QUEENS, K: KINGS };

const FRAME = "M12 7h36v70h-36z";
const BODY = "M-180 40V-80C-150-104-100-112-40-116H40C100-112 150-104 180-80V-40z";
const FACE = `
  skin M-20-150V-96Q0-82 20-96V-150z
  skin M-47-256V-192C-47-152-24-124 0-124S47-152 47-192V-256z
`;
const EYES = `
  ink.flat O-20-203 5.5O20-203 5.5
  line.thin M-33-204q13-13 26 0M7-204q13-13 26 0
  line.thin.fine M-36-221q15-9 29-2M36-221q-15-9-29-2
  line.thin M-3-206L-8-177q3 5 12 3
`;
/** @type {Record<string, string>} */
const MOUTHS = {
  J: "line.thin M-12-152Q2-146 13-154\nline.thin.fine M-4-142q5 2 9-1",
  Q: "lips.flat M-13-153q7-8 13-2 6-6 13 2-13 13-26 0z",
  K: "lips.flat M-9-154q9-4 18 0-9 10-18 0z",
};
/**
 * Positions of the small suit symbols on the robes of kings and queens.
 * @type {Record<string, number[][]>}
 */
const SPOTS = { J: [], Q: [[-150, -60], [-106, -30], [-154, -4]], K: [[-150, -56], [-104, -40], [-144, -4]] };

const SASH = `
  gold M-180 18L180-62V-18L-180 62z
  line.thin.fine M-180 29L180-51M-180 51L180-29
  suit M-26 0L0-38 26 0 0 38z
  gold.fine M-12 0L0-18 12 0 0 18z
`;

/**
 * Draws a court card.
 * @param {string} rank
 * @param {Suit} suit
 * @returns {SVGElement[]}
 */
export function court(rank, suit) {
  const figure = /** @type {Figure} */ (FIGURES[rank]?.[suit]);
  const half = svgElement(
    "g",
    { class: "court-half", transform: "translate(30 42) scale(.1)" },
    pip(suit, "suit fine flat", -138, -304, 60),
    ...art(figure.behind),
    path("suit", BODY),
    ...(SPOTS[rank] ?? []).map(([x = 0, y = 0]) => pip(suit, "gold fine flat", x, y, 24)),
    ...art(figure.robe),
    ...art(FACE),
    svgElement("g", { transform: `translate(${figure.looks})` }, ...art(EYES), ...art(MOUTHS[rank] ?? "")),
    ...art(figure.head),
    svgElement("g", { transform: "translate(10)" }, ...art(figure.held)),
  );
  const turned = svgElement("g", { class: "face-turned", transform: "rotate(180 30 42)" }, half.cloneNode(true));
  const sash = svgElement("g", { class: "court-sash", transform: "translate(30 42) scale(.1)" }, ...art(SASH));
  // A nested svg element clips what a small card has no room for.
  const window = { x: 2.2, y: 2.2, width: 55.6, height: 79.6, viewBox: "2.2 2.2 55.6 79.6" };
  return [path("frame", FRAME), svgElement("svg", window, half, turned, sash)];
}
