// The four jacks: young, with caps and feathers.

/** @typedef {import("./courts.js").Figure} Figure */
/** @typedef {import("./suits.js").Suit} Suit */

const BOB = "=hair M-38-262C-78-256-76-190-84-150C-74-132-48-132-38-142z";
const FRINGE = "hair M-50-190C-48-216-40-226-26-232H26C40-226 48-216 50-190L56-262H-56z";
const FIST = `
  cloth M86-62L142-46 134-18 78-34z
  skin M94-62C86-92 98-114 118-114S148-94 140-50z
  line.thin.fine M96-98H142M92-83H145M93-68H143
`;
const COLLAR = "paper M-52-114L-30-74 0-96 30-74 52-114Q0-92-52-114z";

/** @type {Record<Suit, Figure>} */
export const JACKS = {
  S: {
    looks: 4,
    behind: BOB,
    robe: `
      =cloth M52-113L84-106 66-25H40zM118-98L146-86 128-38H100z
      gold M-14-92H14V-10H-14z
      ink.fine O0-70 5O0-48 5O0-26 5
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-62-240C-104-262-92-316-30-320C40-330 92-312 84-270C82-252 70-244 62-238Q0-262-62-240z
      gold M-62-240Q0-264 62-238L60-222Q0-246-60-224z
      paper M-52-236C-110-250-140-300-108-342C-100-306-70-290-40-240z
      line.thin.fine M-104-322C-104-288-80-258-50-240
    `,
    held: `
      gold M115-250H127V-10H115z
      paper M121-346L132-286H110z
      paper M127-282C140-280 156-290 168-300C172-272 168-246 156-226C150-240 138-250 127-250z
      paper M115-282L92-268L115-250z
      ${FIST}
    `,
  },
  H: {
    looks: -5,
    behind: BOB,
    robe: `
      =gold M30-113L60-110 46-20H22zM90-104L116-98 98-32H74z
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
      cloth M-180-52C-150-92-100-108-40-114L0-90V0L-180 40z
      =gold.fine M84-86L96-68 84-50 72-68zM136-74L146-58 136-42 126-58z
      gold M-12-92H12V-10H-12z
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-70-240L-40-316C0-330 40-318 104-262C86-262 74-252 66-240Q0-264-70-240z
      gold M-72-240Q0-266 72-240L66-222Q0-246-66-222z
      paper M-60-238C-90-270-96-320-70-346C-58-320-46-290-40-252z
      line.thin.fine M-72-330C-76-300-66-270-52-246
    `,
    held: `
      gold M115-320H127V-10H115z
      suit M121-348L132-330 121-312 110-330z
      cloth M127-306H178L160-278 178-250H127z
      gold.fine M146-296L158-278 146-260 134-278z
      ${FIST}
    `,
  },
  C: {
    looks: -4,
    behind: BOB,
    robe: `
      =gold M0-92L40-111 60-110 0-60zM0-40L90-104 116-98 0-6z
      ${COLLAR}
    `,
    head: `
      ${FRINGE}
      suit M-66-240C-80-290-50-326 10-322C60-320 80-300 66-240Q0-264-66-240z
      cloth M-70-240Q0-266 70-240C88-244 92-268 70-276Q0-300-70-276C-92-268-88-244-70-240z
      gold O-58-258 12
      paper M-62-262C-104-276-122-310-96-340C-84-312-62-300-46-272z
      line.thin.fine M-94-322C-98-296-78-278-56-264
    `,
    held: `
      hair M112-40L98-290C98-330 146-330 144-290L130-40z
      line.thin.fine M112-290l8 10M128-300l-6 12M116-250l8 8M128-230l-8 8
      ${FIST}
    `,
  },
};
