import { describe, expect, it } from 'vitest';
import { changedView, everyOf, intervalOf, isBackwards, readView, writeView } from './view-state.ts';

describe('the view in the URL', () => {
  it('is short for what is usual', () => {
    expect(writeView(readView(new URLSearchParams('aeros=3,4'))).toString()).toBe('aeros=3%2C4');
  });
  it('comes back as it was', () => {
    const text =
      'aeros=1,2&metrics=pressure&mode=split&range=custom&from=2026-01-01&to=2026-01-31&every=15minutes&zone=UTC&refresh=60&view=table&compare=year&expected=0&marks=0';
    expect(readView(writeView(readView(new URLSearchParams(text))))).toEqual(
      readView(new URLSearchParams(text)),
    );
  });
  it('takes nonsense for the default', () => {
    const view = readView(
      new URLSearchParams(
        'aeros=x,-1,5,5&metrics=voltage&mode=3d&range=ever&zoom=9-3&every=0.5days&refresh=1',
      ),
    );
    expect(view).toMatchObject({
      aeros: [5],
      metrics: ['stroke', 'temperature'],
      mode: 'split',
      range: 'last_7_days',
      zoom: null,
      frequency: 'auto',
      refresh: 'live',
    });
  });
  it('zoom goes before the range', () => {
    expect(intervalOf(readView(new URLSearchParams('zoom=1000-2000')), 5000, 'UTC')).toEqual({
      from: 1000,
      to: 2000,
    });
  });
  it.each([
    ['range=custom&from=2026-02-01&to=2026-01-31', true],
    ['range=custom&from=2026-01-31&to=2026-01-31', false],
    ['range=custom&from=2026-02-01', false],
    ['range=today&from=2026-02-01&to=2026-01-31', false],
  ])('%s: the end before the start: %s', (text, backwards) => {
    expect(isBackwards(readView(new URLSearchParams(text)))).toBe(backwards);
  });
  it('says the frequency in seconds', () => {
    expect(everyOf(readView(new URLSearchParams('every=2hours')))).toBe(7200);
    expect(everyOf(readView(new URLSearchParams('every=raw')))).toBe('raw');
    expect(everyOf(readView(new URLSearchParams()))).toBeNull();
  });
});

describe('how metrics are drawn', () => {
  it('is one area for one unit, one area each for several', () => {
    expect(readView(new URLSearchParams('metrics=stroke')).mode).toBe('combined');
    expect(readView(new URLSearchParams('metrics=stroke,temperature')).mode).toBe('split');
  });
  it('follows the metrics until it is chosen', () => {
    const one = readView(new URLSearchParams('metrics=stroke'));
    expect(changedView(one, { metrics: ['stroke', 'pressure'] }).mode).toBe('split');
    const chosen = changedView(readView(new URLSearchParams('metrics=stroke,temperature')), {
      mode: 'inverted',
    });
    expect(changedView(chosen, { metrics: ['stroke'] }).mode).toBe('inverted');
  });
});
