import { useMemo } from 'react';
import { useText } from '../../lib/text.ts';

/** Texts of the map's own buttons. */
export function useMapLocale(): Record<string, string> {
  const t = useText('map');
  return useMemo(
    () => ({
      'NavigationControl.ZoomIn': t('control.zoom_in'),
      'NavigationControl.ZoomOut': t('control.zoom_out'),
      'AttributionControl.ToggleAttribution': t('control.attribution'),
      'Popup.Close': t('control.close'),
      'Marker.Title': t('control.marker'),
      'Map.Title': t('label'),
    }),
    [t],
  );
}
