import type { firmwares as en } from '../en/firmwares.ts';
import type { Translation } from '../index.ts';

export const firmwares = {
  title: 'Micrologiciels',
  description:
    'Fichiers de mise à jour des boîtiers. Chacun est conservé avec son SHA-256 et ses signatures.',
  create: 'Nouveau micrologiciel',
  edit: 'Modifier le micrologiciel',
  version: 'Version',
  version_help: 'x.y.z, chacun de 0 à 999\u202f; unique par client',
  description_field: 'Description',
  global: 'Tous les clients',
  installed_on: 'Boîtiers équipés',
  size: 'Taille',
  file: 'Fichier',
  drop: 'Déposez le fichier ici ou cliquez pour le choisir',
  drop_help: 'Jusqu’à {{size}}',
  file_too_large: 'Le fichier ne doit pas dépasser {{size}}',
  minimum_hardware: 'Matériel minimal',
  minimum_hardware_help: 'Les boîtiers plus anciens ne le reçoivent pas\u202f; vide\u202f: tous le reçoivent',
  client_help: 'Vide\u202f: pour les boîtiers de tous les clients',
  upload: 'Envoyer',
  uploading: 'Envoi en cours',
  checking: 'Fichier reçu, vérification et signature…',
  empty: 'Aucun micrologiciel pour le moment',
  empty_advice: 'Envoyez un fichier\u202f; les boîtiers se mettent ensuite à jour depuis leur liste.',
  delete_explain: 'Un micrologiciel utilisé par une mise à jour en cours ne peut pas être supprimé.',
  signed_server: 'Signé par la clé de ce serveur',
  signed_server_text:
    'Les boîtiers installent ce que ce serveur signe. Plus sûr\u202f: le fabricant signe ailleurs. Voyez votre administrateur.',
  signed_server_admin:
    'Quiconque possède ce serveur peut faire exécuter n’importe quoi aux boîtiers. Pour que le fabricant signe en dehors de ce serveur, définissez FIRMWARE_KEYS.',
  signed_vendor: 'Signé par le fabricant du micrologiciel',
  signed_vendor_text_one:
    'Un envoi comporte un manifeste signé par {{count}} clé sur {{keys}}, en dehors de ce serveur\u202f; les boîtiers le vérifient eux-mêmes.',
  signed_vendor_text_other:
    'Un envoi comporte un manifeste signé par {{count}} clés sur {{keys}}, en dehors de ce serveur\u202f; les boîtiers le vérifient eux-mêmes.',
  signing_keys: 'Clés\u202f:',
  manifest: 'Manifeste signé',
  manifest_help:
    'Fourni avec le micrologiciel par son fabricant\u202f; il indique la version, le matériel et le client',
  manifest_help_admin:
    'Fichier écrit par «\u202fnpm run firmware -- sign\u202f» à côté du micrologiciel\u202f; il indique la version, le matériel et le client',
  manifest_wrong: 'N’est pas un manifeste signé',
  not_before: 'Pas avant',
  signed_by: 'Signé par',
  signed_by_word: {
    vendor: 'Fabricant',
    server: 'Ce serveur',
    nobody: 'Personne\u202f: refusé par les boîtiers',
  },
  down_one: '{{count}} boîtier a une version plus récente',
  down_other: '{{count}} boîtiers ont une version plus récente',
  allow_downgrade: 'Autoriser le retour à la version plus ancienne',
  reason: 'Motif',
  permit: 'Permis de retour en arrière du fabricant',
  permit_help: 'Fourni par le fabricant\u202f; sans lui, les boîtiers refusent une version plus ancienne',
  permit_help_admin:
    'Fichier écrit par «\u202fnpm run firmware -- permit-downgrade\u202f»\u202f; sans lui, les boîtiers refusent une version plus ancienne',
  rollouts: 'Mises à jour du micrologiciel',
  rollout_of: 'Micrologiciel {{version}}',
} as const satisfies Translation<typeof en>;
