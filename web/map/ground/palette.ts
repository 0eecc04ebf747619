/** Colours of the bundled base map in one theme. */
export interface Palette {
  sea: string;
  land: string;
  farLand: string;
  border: string;
  rail: string;
  railCase: string;
  label: string;
  halo: string;
  station: string;
}
export const PALETTES: Record<'light' | 'dark', Palette> = {
  light: {
    sea: '#d5e3ea',
    land: '#f6f4ee',
    farLand: '#efece4',
    border: '#b9bfc2',
    rail: '#8c7f93',
    railCase: '#ffffff',
    label: '#3c4a52',
    halo: '#ffffff',
    station: '#5b4d66',
  },
  dark: {
    sea: '#131d26',
    land: '#222d36',
    farLand: '#1d2730',
    border: '#45545f',
    rail: '#8f84a0',
    railCase: '#141c23',
    label: '#c4d0d8',
    halo: '#10171d',
    station: '#b7a9c9',
  },
};
