// The four kings: bearded, crowned, armed.

/** @typedef {import("./court-figures.js").Figure} Figure */
/** @typedef {import("./card-names.js").Suit} Suit */

const LOCKS = "=hair M-44-254C-74-250-80-204-68-172C-88-166-88-136-66-134C-48-134-42-152-46-176z";
const ERMINE = `
  paper M-118-100C-96-60-50-44 0-40C50-44 96-60 118-100L60-112C44-92 20-84 0-84S-44-92-60-112z
  =ink.fine M88-92l4 14M60-78l2 14M30-66l1 14M0-62v12
`;
const FIST = `
  gold M90-66L142-50 134-22 82-38z
  skin M96-66C88-96 100-118 120-118S150-98 142-54z
  line.thin.fine M98-102H142M94-87H146M95-72H144
`;
const BAND = "M-66-250Q0-272 66-250L63-228Q0-250-63-228z";
const MOUSTACHE = "hair M0-168C-14-174-32-166-42-146C-26-142-10-146 0-158C10-146 26-142 42-146C32-166 14-174 0-168z";
const CHEEKS = "C41-188 36-170 20-166Q0-172-20-166C-36-170-41-188-48-206z";

/** @type {Record<Suit, Figure>} */
export const KINGS = {
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
      ${FIST}
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
      ${FIST}
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
      ${FIST}
    `,
  },
};
