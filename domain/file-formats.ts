/** What distinguishes a format in which tables leave the console. */
interface FileFormatFacts {
  /** Its name as people say it, the same in every language. */
  readonly label: string;
  /** MIME type of the file; the key is the ending of its name. */
  readonly type: string;
  /** Most measures in one file. */
  readonly maxMeasures: number;
  /** Whether a time in it carries its offset from UTC; else the head of its column names the zone. */
  readonly offsets: boolean;
}

/** The formats of exports, each with a row here and its writer of the same name in `server/platform/tables/writers`. */
export const FILE_FORMATS = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8', maxMeasures: 5_000_000, offsets: true },
  // Sheets end at 1,048,576 rows.
  xlsx: {
    label: 'Excel',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    maxMeasures: 1_000_000,
    offsets: false,
  },
} as const satisfies Record<string, FileFormatFacts>;

export type FileFormat = keyof typeof FILE_FORMATS;
export const FILE_FORMAT_KEYS = Object.keys(FILE_FORMATS) as [FileFormat, ...FileFormat[]];
/** The format of exports of which nothing is said. */
export const DEFAULT_FORMAT: FileFormat = FILE_FORMAT_KEYS[0];

/** The format that the ending of a file's name says, undefined when it says none. */
export function fileFormatOf(name: string): FileFormat | undefined {
  return FILE_FORMAT_KEYS.find((key) => name.endsWith(`.${key}`));
}
