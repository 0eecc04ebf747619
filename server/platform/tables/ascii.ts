/** Codes of the characters in exports. */
export const [TAB, LINE_FEED, CARRIAGE_RETURN, DOT, ZERO, COLON, UPPER_Z] = [9, 10, 13, 46, 48, 58, 90];
