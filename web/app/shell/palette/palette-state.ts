/** Whether the command palette is open: a screen that finishes loading must not take the focus from it. */
export const paletteState = { opened: false };
