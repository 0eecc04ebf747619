/**
 * Colours of the chart by theme, because canvas does not support CSS variables. AA contrast with their
 * background.
 */
export interface Palette {
  readonly ground: string;
  readonly band: string;
  readonly ink: string;
  readonly dim: string;
  readonly border: string;
  readonly tube: string;
  readonly hatch: string;
  readonly free: string;
  readonly margin: string;
  readonly stop: string;
  readonly alert: string;
  readonly onAlert: string;
  readonly focus: string;
}
export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ground: '#ffffff',
    band: '#f3f6f7',
    ink: '#17232b',
    dim: '#51606a',
    border: '#d9e0e4',
    tube: '#eaf1f4',
    hatch: '#dd9100',
    free: '#0b5a73',
    margin: '#b47500',
    stop: '#b42630',
    alert: '#b42630',
    onAlert: '#ffffff',
    focus: '#0b5a73',
  },
  dark: {
    ground: '#18232b',
    band: '#121b22',
    ink: '#eef5f8',
    dim: '#a3b2bb',
    border: '#35434d',
    tube: '#22303a',
    hatch: '#f2a514',
    free: '#4d9bb4',
    margin: '#f5b12c',
    stop: '#ff7b84',
    alert: '#ff7b84',
    onAlert: '#0c1318',
    focus: '#7cc0d6',
  },
};
