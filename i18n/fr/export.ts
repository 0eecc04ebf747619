import type { exportTexts as en } from '../en/export.ts';

export const exportTexts = {
  time: 'Date et heure',
  box: 'Boîtier',
  aero: 'AERO',
  hardware: 'Mesuré par le boîtier',
  count: 'Nombre de points',
  minimum: 'minimum',
  mean: 'moyenne',
  maximum: 'maximum',
  sheet: 'Mesures',
  filename: 'mesures',
  boxes_filename: 'boitiers',
} satisfies Record<keyof typeof en, string>;
