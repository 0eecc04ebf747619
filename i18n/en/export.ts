/** Words in files of measures: column headers (also what an import knows them by), names of files. */
export const exportTexts = {
  time: 'Time',
  box: 'Box',
  aero: 'AERO',
  hardware: 'Measured by box',
  count: 'Datapoints',
  minimum: 'minimum',
  mean: 'mean',
  maximum: 'maximum',
  sheet: 'Measures',
  filename: 'measures',
  boxes_filename: 'boxes',
} as const;
