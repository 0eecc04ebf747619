/// <reference types="vite/client" />

/** The package's version, shown in the sidebar's footer. */
declare const __VERSION__: string;
