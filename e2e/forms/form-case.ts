import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ScreenKey } from '../../web/lib/screens.ts';
import type { Stage } from '../stage.ts';

export interface TypedField {
  label: string;
  value: string;
  /** Index among several fields of that name. */
  nth?: number;
  kind?: 'text' | 'choice' | 'file';
}
export interface Bad extends TypedField {
  /** A code of `validation`, or the sentence itself. */
  message: string;
  /** The field that shows the message, if not the one typed into. */
  at?: string;
  /** Typed afterwards, if not the valid value. */
  back?: string;
}
export interface FormCase {
  name: string;
  screen: ScreenKey;
  level: 'visitor' | 'member' | 'privileged' | 'admin';
  path: (stage: Stage) => string | Promise<string>;
  open?: (page: Page) => Promise<void>;
  submit: string;
  good: (stage: Stage) => TypedField[];
  bad: Bad[];
  refused?: {
    url: string;
    /** The answer; without it the server itself refuses the content of `typed`. */
    body?: object;
    typed?: TypedField;
    /** Corrects it. */
    right?: TypedField;
    at: string;
    nth?: number;
    message: string;
  };
  saved: (page: Page, stage: Stage) => Promise<unknown>;
  /** Whether leaving the form with unsaved input asks first; default: true. */
  guarded?: boolean;
}

export const REFUSED = 'The server does not like this.';
export const LONG = (length: number) => 'x'.repeat(length);
export const ownBox = (stage: Stage) => stage.boxes.find((box) => box.client === stage.clients.own)!;
export const arrived = (path: string) => async (page: Page) => page.waitForURL(`**${path}`);
export const toast = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
/** Waits until the form is left, so that the next case does not use it; then compares what is stored. */
export const stored =
  (path: (stage: Stage) => string, wanted: object) => async (page: Page, stage: Stage) => {
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    expect((await stage.server.admin.api.get(path(stage))).body).toMatchObject(wanted);
  };
