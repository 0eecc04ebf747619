import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core';

/** Deep petrol, as on signal boxes and enamel signs. */
const petrol: MantineColorsTuple = [
  '#ebf5f8',
  '#d3e6ec',
  '#a5ccd9',
  '#74b1c5',
  '#4d9bb4',
  '#348da9',
  '#2483a2',
  '#14708d',
  '#0b5a73',
  '#06475c',
];
/** Signal amber, for things that need attention. */
const amber: MantineColorsTuple = [
  '#fff7e5',
  '#feecc9',
  '#fbd893',
  '#f8c35a',
  '#f5b12c',
  '#f2a514',
  '#dd9100',
  '#b47500',
  '#8f5c00',
  '#6b4400',
];
const gray: MantineColorsTuple = [
  '#f5f8f9',
  '#ecf0f2',
  '#dfe5e8',
  '#ccd4d9',
  '#b0bbc2',
  '#8f9ca5',
  '#697781',
  '#4d5a63',
  '#323d45',
  '#1d262c',
];
const dark: MantineColorsTuple = [
  '#dbe3e7',
  '#b9c5cc',
  '#93a3ac',
  '#6f808a',
  '#465661',
  '#35434d',
  '#27343d',
  '#18232b',
  '#121b22',
  '#0c1318',
];

/** Mantine's red is too light for white text. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdfdf',
  '#fabcbd',
  '#f39496',
  '#ec7276',
  '#e75a60',
  '#dd444c',
  '#c9323b',
  '#b42630',
  '#941a24',
];

const kindOf = (kind: string) => ({ 'data-kind': kind });

const theme = createTheme({
  colors: { petrol, amber, gray, dark, red },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  black: '#17232b',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.2rem', lineHeight: '1.3' },
      h3: { fontSize: '1.02rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '8px', lg: '12px' },
  cursorType: 'pointer',
  components: {
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    // Mantine's focus placeholder is a child that the menu role does not allow.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
    // Links are texts too.
    Text: { defaultProps: { size: 'sm' } },
    // The kind of content of each field is an attribute in the document (web/forms/typed), by which tests
    // find every field.
    TextInput: { defaultProps: kindOf('text') },
    PasswordInput: { defaultProps: kindOf('password') },
    NativeSelect: { defaultProps: kindOf('choice') },
    ColorInput: { defaultProps: kindOf('color') },
    Textarea: { defaultProps: { autosize: true, minRows: 2, ...kindOf('text') } },
    Table: { defaultProps: { verticalSpacing: 'xs' } },
    // Scrollable regions must be reachable by keyboard.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    // The list itself scrolls (global.css): a wrapper between it and its options is not allowed by ARIA.
    Select: { defaultProps: { withScrollArea: false, ...kindOf('choice') } },
    MultiSelect: { defaultProps: { withScrollArea: false, ...kindOf('choice') } },
    Autocomplete: { defaultProps: { withScrollArea: false, ...kindOf('choice') } },
  },
});

/** Names of the buttons that Mantine renders by itself. */
interface Names {
  close: string;
  /** In calendars. */
  previous: string;
  next: string;
}

/** The theme with names for the buttons that Mantine renders by itself. */
export function themeWith({ close, previous, next }: Names): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': close };
  const ariaLabels = {
    previousMonth: previous,
    previousYear: previous,
    previousDecade: previous,
    nextMonth: next,
    nextYear: next,
    nextDecade: next,
  };
  // Days of other months are too pale to read.
  const calendar = { defaultProps: { ariaLabels, hideOutsideDates: true } };
  return mergeThemeOverrides(theme, {
    components: {
      Modal: { defaultProps: { closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps } },
      DatePicker: calendar,
    },
  });
}

/** Colours whose Mantine defaults fail the contrast of WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f3f6f7',
    '--mantine-color-dimmed': '#51606a',
    '--mantine-color-placeholder': '#66747d',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#0b5a73',
    '--mantine-color-orange-light-color': '#9a3b00',
    '--mantine-color-amber-light-color': '#7a4d00',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--aw-surface': '#ffffff',
    '--aw-border': '#d9e0e4',
    '--aw-header': '#06475c',
    '--aw-header-text': '#ffffff',
    '--aw-hover': '#eaf1f4',
  },
  dark: {
    '--mantine-color-body': '#111a20',
    '--mantine-color-dimmed': '#a3b2bb',
    '--mantine-color-placeholder': '#8d9ca6',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-anchor': '#7cc0d6',
    '--aw-surface': '#18232b',
    '--aw-border': '#2c3a44',
    '--aw-header': '#0a2530',
    '--aw-header-text': '#eef5f8',
    '--aw-hover': '#22303a',
  },
});
