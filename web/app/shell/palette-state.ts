/** Whether the command palette is open: a screen that comes late does not take the focus out of it. */
export const paletteState = { opened: false };
