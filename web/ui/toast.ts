import { notifications } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import type { Failure } from '../lib/api/result.ts';
import { failureText } from './states/failure.ts';

/** Toasts appear top-right and close after 5 s (the customer's own rule). */
export const TOAST_MS = 5000;

/** The action of a toast: a button below its message. */
interface Offer {
  label: string;
  act: () => void;
}
/**
 * A message with its action. Plain elements: toasts are part of the first load, where their buttons need no
 * library.
 */
function offering(message: string, { label, act }: Offer): ReactNode {
  const button = createElement('button', { type: 'button', className: 'aw-toast-act', onClick: act }, label);
  return createElement('span', null, message, ' ', button);
}

export const toast = {
  success(message: string, title?: string, offer?: Offer): void {
    const shown = offer === undefined ? message : offering(message, offer);
    notifications.show({ message: shown, title, color: 'teal', autoClose: TOAST_MS });
  },
  /** At most one with the same `id` at a time. */
  info(message: string, title?: string, id?: string): void {
    notifications.show({ id, message, title, color: 'petrol', autoClose: TOAST_MS });
  },
  error(message: string, title?: string): void {
    notifications.show({ message, title, color: 'red', autoClose: TOAST_MS, role: 'alert' });
  },
  /**
   * Shows why a call failed, below the customer's sentence for the action. Silent if a dialog already shows
   * it (401, 403) and for aborted calls.
   */
  failure(failure: Failure, what?: string): void {
    if (failure.aborted || failure.status === 401 || failure.status === 403) return;
    const { title, advice } = failureText(failure);
    toast.error(what === undefined ? advice : `${title} ${advice}`, what ?? title);
  },
};
