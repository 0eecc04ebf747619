/** The properties of a file format for exported tables. */
interface FileFormatFacts {
  /** Its common name, the same in every language. */
  readonly label: string;
  /** MIME type of the file; the key is the file name extension. */
  readonly type: string;
  /** Maximum number of measures in one file. */
  readonly maxMeasures: number;
  /** Whether times carry their offset from UTC; else the column header names the zone. */
  readonly offsets: boolean;
}

/** The formats of exports, each with a row here and its writer of the same name in `server/platform/tables/writers`. */
export const FILE_FORMATS = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8', maxMeasures: 5_000_000, offsets: true },
  // A sheet ends at 1,048,576 rows.
  xlsx: {
    label: 'Excel',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    maxMeasures: 1_000_000,
    offsets: false,
  },
} as const satisfies Record<string, FileFormatFacts>;

export type FileFormat = keyof typeof FILE_FORMATS;
export const FILE_FORMAT_KEYS = Object.keys(FILE_FORMATS) as [FileFormat, ...FileFormat[]];
/** The default format of exports. */
export const DEFAULT_FORMAT: FileFormat = FILE_FORMAT_KEYS[0];

/** The format of a file name's extension, undefined for any other. */
export function fileFormatOf(name: string): FileFormat | undefined {
  return FILE_FORMAT_KEYS.find((key) => name.endsWith(`.${key}`));
}
