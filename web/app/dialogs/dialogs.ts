import { dialog } from './dialog-state.ts';

/** True once signed in again; every call that got a 401 waits for the same answer. */
export const reauthentication = dialog<boolean>();
/** True once the password or a factor was confirmed; every call that needed it waits for the same answer. */
export const confirmation = dialog<boolean>();
/** The customer's privilege sentence, whenever a call answers 403. */
export const privilege = dialog<void>();
/** The keyboard shortcuts. */
export const keyboard = dialog<void>();
/** Not everything written on this device was sent: true means signing out all the same. */
export const leaving = dialog<boolean>();
/** True means leaving without saving. */
export const unsaved = dialog<boolean>();
