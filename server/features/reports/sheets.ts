/**
 * The content of a report to be drawn: texts already in the reader's language and units, numbers only for
 * curves.
 */

import type { MetricKey } from '@aerowatch/domain/metrics';
import type { SamiLevel } from '@aerowatch/domain/sami';
import type { UnitSystem } from '@aerowatch/domain/units';

export interface Head {
  readonly title: string;
  readonly client: string;
  readonly month: string;
  /** Period end, time zone, and time of creation. */
  readonly notes: readonly string[];
  /** Footer of each page, before its number; `{{page}}` is filled in. */
  readonly foot: string;
  readonly language: string;
  readonly locale: string;
  readonly author: string;
  /** ms. */
  readonly made: number;
}
export interface Tile {
  readonly value: string;
  readonly label: string;
  readonly note: string;
}
/** One level of SAMI, a month ago and now; its counts are drawn as bars. */
export interface LevelRow {
  readonly level: SamiLevel;
  readonly letter: string;
  readonly name: string;
  readonly before: number;
  readonly now: number;
  /** As in the table: boxes, AEROs. */
  readonly cells: readonly string[];
}
export interface Facts {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}
export interface Table {
  readonly title: string;
  readonly note: string;
  readonly headers: readonly string[];
  /** Shares of the width. */
  readonly widths: readonly number[];
  /** Right-aligned columns. */
  readonly right: readonly number[];
}
export interface Cover {
  readonly tiles: readonly Tile[];
  readonly sami: {
    readonly title: string;
    readonly alt: string;
    readonly headers: readonly string[];
    readonly before: string;
    readonly now: string;
    readonly rows: readonly LevelRow[];
  };
  readonly availability: {
    readonly title: string;
    readonly alt: string;
    readonly note: string;
    readonly days: readonly { readonly label: string; readonly share: number | null }[];
  };
  readonly facts: readonly Facts[];
  /** One below the other, as far as the page has space. */
  readonly lists: readonly CoverList[];
}
export interface CoverList {
  readonly table: Table;
  readonly rows: readonly (readonly string[])[];
  readonly none: string;
  /** `{{count}}` is filled in. */
  readonly more: string;
}

export interface Level {
  readonly value: number;
  readonly label: string;
}
/** A vertical line; one from before the chart begins is written at its left edge. */
export interface Mark {
  readonly at: number;
  /** Its label; null if another of its kind has the label for all. */
  readonly label: string | null;
  readonly dash: readonly number[];
}
export interface Panel {
  readonly title: string;
  readonly time: readonly number[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
  readonly mean: readonly (number | null)[];
  readonly expected: readonly (number | null)[];
  /** Horizontal lines. */
  readonly levels: readonly Level[];
  /** Levels too far from the measures for both to be visible: written at the edge. */
  readonly beyond: readonly (Level & { readonly above: boolean })[];
  readonly decimals: number;
}
export interface Chart {
  readonly alt: string;
  readonly from: number;
  readonly to: number;
  readonly panels: readonly Panel[];
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** For the first finding: since when, jumps, outliers. */
  readonly marks: readonly Mark[];
  readonly legend: { readonly measured: string; readonly expected: string };
}
/** A panel before its curves are read; its levels in metric units. */
export interface PanelAsked extends Pick<Panel, 'title' | 'levels' | 'decimals'> {
  readonly metric: MetricKey;
}
/** A chart to draw: its curves are passed as the text of their series, which the drawing thread parses. */
export interface ChartAsked extends Omit<Chart, 'panels'> {
  readonly aero: number;
  readonly unitSystem: UnitSystem;
  /** Unit of the first panel, for `{{least}}` and `{{most}}` in `alt`. */
  readonly unit: string;
  readonly panels: readonly PanelAsked[];
}
export interface SheetFinding {
  readonly grade: 'bad' | 'watch';
  readonly gradeName: string;
  readonly name: string;
  readonly lines: readonly string[];
}
/** A page of an AERO that needs attention. */
export interface AeroPage {
  readonly title: string;
  readonly place: string;
  readonly sami: { readonly level: SamiLevel; readonly letter: string; readonly text: string };
  readonly findingsTitle: string;
  readonly findings: readonly SheetFinding[];
  readonly none: string;
  /** Forecast of the week; may be empty. */
  readonly ahead: string;
  readonly chart: ChartAsked;
  readonly noChart: string;
  readonly doneTitle: string;
  readonly done: readonly (readonly [string, string])[];
  readonly doneNone: string;
  readonly doneMore: string;
}

/** Pages with the curves of their AEROs, as the text of a series answer. */
export interface PagesOrder {
  readonly kind: 'pages';
  readonly pages: readonly AeroPage[];
  readonly series: string;
}
/** Messages to the drawing thread, in this order. */
export type Order =
  | { readonly kind: 'cover'; readonly head: Head; readonly cover: Cover; readonly pages: number }
  | PagesOrder
  | { readonly kind: 'table'; readonly table: Table; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'end' };
