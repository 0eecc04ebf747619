import type { Box } from '@aerowatch/contracts/api/boxes';
import { Text } from '@mantine/core';
import { modelName } from '../../entities/boxes/form/configuration-value.ts';
import type { Column } from '../../table/column.ts';
import type { ColumnParts } from './column-parts.ts';

/** Hidden at first: the place in parts, and what was written. */
export function descriptionColumns({ domain, formats, sorts }: ColumnParts): Column<Box>[] {
  return [
    {
      key: 'kilometer_point',
      label: domain('field.kilometer_point'),
      hidden: true,
      align: 'right',
      value: (box) => box.kilometer_point,
      searched: (box) => formats.kilometerPoint(box.kilometer_point),
      cell: (box) => formats.kilometerPoint(box.kilometer_point),
    },
    {
      key: 'pole',
      label: domain('field.pole'),
      hidden: true,
      value: (box) => box.pole,
      cell: (box) => box.pole,
    },
    {
      key: 'comment',
      label: domain('field.comment'),
      hidden: true,
      wrap: true,
      minWidth: 240,
      value: sorts ? (box) => box.comment : undefined,
      cell: (box) => <Text lineClamp={2}>{box.comment}</Text>,
    },
  ];
}

/** Hidden at first: what it is made of. */
export function componentColumns({ t, domain, formats, sorts }: ColumnParts): Column<Box>[] {
  return [
    {
      key: 'firmware_version',
      label: domain('field.firmware'),
      hidden: true,
      value: sorts ? (box) => box.reported?.firmware_version : undefined,
      cell: (box) => box.reported?.firmware_version ?? '–',
    },
    {
      key: 'aeros',
      label: t('column.aeros'),
      hidden: true,
      value: sorts ? (box) => box.aeros.length : undefined,
      searched: (box) => box.aeros.map((aero) => `${aero.serial_number} ${aero.track_number}`).join(' '),
      cell: (box) =>
        box.aeros
          .map((aero) => [modelName(domain, aero.model_type), aero.track_number].filter(Boolean).join(' '))
          .join(', ') || '–',
    },
    {
      key: 'installation_date',
      label: domain('field.installation_date'),
      hidden: true,
      value: (box) => box.installation_date,
      searched: () => '',
      cell: (box) => formats.day(box.installation_date),
    },
    {
      key: 'iccid',
      label: domain('field.iccid'),
      hidden: true,
      value: sorts ? (box) => box.iccid : undefined,
      cell: (box) => box.iccid || '–',
    },
  ];
}
