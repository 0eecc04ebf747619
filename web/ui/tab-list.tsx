import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './tab-list.module.css';

/** Tabs in one line that scrolls sideways if it is too narrow; the open one is always visible. */
export function TabList({ open, className, ...props }: TabsListProps & { open: string }) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened tab comes into sight
  useEffect(() => {
    const frame = list.current;
    const tab = frame?.querySelector<HTMLElement>('[data-active]');
    // Not scrollIntoView, which would scroll the page too.
    if (frame && tab) frame.scrollLeft = tab.offsetLeft - (frame.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return <Tabs.List ref={list} mb="md" className={`${classes.list} ${className ?? ''}`} {...props} />;
}
