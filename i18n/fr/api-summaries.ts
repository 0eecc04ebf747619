/** What each call of the interface does, by its name; the English is in the contract. */
export const apiSummaries: Readonly<Record<string, string>> = {
  'auth.check_email': 'Indiquer si un compte existe pour cet e-mail\u202f; débit limité',
  'auth.logout': 'Révoquer le jeton de cet appel',
  'auth.reset_password':
    'Envoyer le lien de réinitialisation à un e-mail, ou définir un nouveau mot de passe avec l’uid et le jeton de ce lien (une heure, une seule fois)',
  'groups.list': 'Rôles existants',
  'me.avatar': 'Définir votre photo\u202f: PNG, JPEG ou WebP jusqu’à 2 Mio, recadrée et réencodée en 256 px',
  'me.avatar_delete': 'Retirer votre photo',
  'me.confirm':
    'Confirmer son identité\u202f: pendant dix minutes, rien ne répond confirm_again à cette session. X-Session-Token de la réponse est son nouveau jeton\u202f; dès le premier usage de celui-ci, le précédent ne prouve plus rien et s’éteint en trente secondes',
  'auth.login':
    'Se connecter avec e-mail et mot de passe\u202f; renvoie un jeton valable six heures, ou le second facteur demandé',
  'auth.second_factor':
    'Achever la connexion par un second facteur, ou par une clé d’accès seule (cinq minutes, cinq tentatives)',
  'auth.passkey_options':
    'Commencer une connexion par une clé d’accès seule\u202f; sa réponse va à /second-factor/',
  'me.push': 'Les navigateurs où vous êtes notifié, et la clé publique avec laquelle s’abonner',
  'me.push_subscribe': 'Être notifié dans un navigateur\u202f: ce que son PushManager a répondu',
  'me.push_unsubscribe': 'Ne plus être notifié dans un navigateur',
  'auth.sso_backchannel_logout':
    'Pour le fournisseur OpenID\u202f: mettre fin aux sessions de quelqu’un qui s’y est déconnecté, ou dont il a fermé le compte (OpenID Connect Back-Channel Logout 1.0)',
  'auth.sso_begin':
    'Commencer une connexion chez le fournisseur OpenID\u202f: où envoyer le navigateur, et un défi qu’il garde (cinq minutes)',
  'auth.sso_finish': 'Achever la connexion par ce que le fournisseur OpenID a renvoyé à PUBLIC_URL/sso',
  'auth.sso_logout':
    'Révoquer le jeton de cet appel\u202f; si la session a commencé chez le fournisseur OpenID, l’adresse où elle s’y termine',
  'me.sso_link':
    'Lier votre compte à la personne qui s’est connectée chez le fournisseur OpenID, après /me/confirm/sso/. Les comptes des gestionnaires et des administrateurs ne se lient que de cette façon, les autres aussi par leur adresse e-mail vérifiée',
  'me.confirm_sso':
    'Commencer une confirmation par une nouvelle connexion chez le fournisseur OpenID\u202f; sa réponse va à /me/confirm/',
  'security.get':
    'Qui doit avoir un second facteur et à qui il manque, et comment l’authentification unique est configurée',
  'me.second_factor': 'Vos seconds facteurs, et s’il vous en faut un',
  'me.totp_set':
    'Configurer une application d’authentification\u202f: sans corps son secret, avec un premier code les codes de secours, montrés une fois',
  'me.totp_delete': 'Retirer votre application d’authentification',
  'me.recovery_codes':
    'Dix nouveaux codes de secours à la place des anciens\u202f; visibles dans cette réponse seulement',
  'me.passkeys': 'Vos clés d’accès',
  'me.passkey_create':
    'Ajouter une clé d’accès\u202f: sans corps les options pour le navigateur, avec sa réponse la clé, et les codes de secours avec le premier facteur',
  'me.passkey_delete': 'Retirer une de vos clés d’accès',
  'users.remove_second_factor':
    'Réinitialiser la double authentification de qui l’a perdue\u202f; les deux en sont avertis par e-mail',
  'me.sessions': 'Où vous êtes connecté',
  'me.sessions_delete': 'Se déconnecter partout ailleurs',
  'me.session_delete': 'Fermer une de vos sessions',
  'me.confirm_options':
    'Avec quoi vous pouvez confirmer\u202f: mot de passe, codes, clé d’accès et ses options',
  'me.data': 'Tout ce que la console conserve à votre sujet',
  'me.get': 'Votre profil et vos préférences',
  'me.password':
    'Changer votre mot de passe\u202f; ferme toutes les autres sessions et donne un autre jeton à celle-ci (X-Session-Token)',
  'me.confirm_email':
    'Faire valoir une nouvelle adresse e-mail par l’uid et le token du lien qui y a été envoyé (24 heures, une fois)',
  'me.patch':
    'Modifier votre profil ou vos préférences\u202f; une autre adresse e-mail exige votre mot de passe, en même temps ou donné peu avant, et prend effet une fois suivi le lien qui y est envoyé',
  'me.test_notification': 'Vous envoyer un message d’essai',
  'users.avatar_set': 'Définir la photo d’une personne que vous gérez',
  'users.avatar_delete': 'Retirer la photo d’une personne que vous gérez',
  'users.avatar': 'Photo d’un utilisateur (WebP, 256 px)',
  'scim_tokens.create':
    'Créer un jeton par lequel un annuaire crée, modifie et désactive des personnes (SCIM)\u202f; sa valeur n’est que dans cette réponse',
  'scim_tokens.delete': 'Révoquer le jeton d’un annuaire\u202f; les personnes qu’il a créées restent',
  'scim_tokens.list': 'Jetons des annuaires (SCIM)\u202f; leurs valeurs ne sont plus jamais montrées',
  'users.create': 'Créer un utilisateur\u202f; sans mot de passe, il est invité à en choisir un',
  'configuration_changes.list':
    'Modifications de la configuration de plusieurs boîtiers, et combien les ont appliquées',
  'configuration_changes.get': 'Une modification de plusieurs boîtiers, et où elle en est sur chacun',
  'users.import':
    'Créer et inviter des utilisateurs depuis un CSV ou un classeur Excel\u202f; dry_run ne fait que vérifier\u202f; partial crée les bonnes lignes d’un fichier qui en a de mauvaises',
  'users.invite':
    'Envoyer à quelqu’un un lien pour choisir son mot de passe (7 jours, une fois)\u202f; les liens précédents prennent fin',
  'users.delete': 'Supprimer un utilisateur\u202f; ses actions restent au journal d’audit sous un pseudonyme',
  'users.get': 'Un utilisateur',
  'users.list': 'Utilisateurs de votre client',
  'users.patch': 'Modifier certains champs d’un utilisateur',
  'users.put':
    'Remplacer un utilisateur\u202f; chacun peut envoyer son propre profil entier, dont seuls ses propres champs sont retenus',
  'clients.create': 'Créer un client',
  'clients.delete':
    'Supprimer un client qui n’a plus ni boîtier ni utilisateur\u202f; sinon 409 dit ce qui y est rattaché',
  'clients.get': 'Un client',
  'clients.list': 'Clients que vous pouvez voir',
  'clients.patch':
    'Renommer un client (administrateurs), ou dire si ses utilisateurs doivent avoir un second facteur et à partir de quelle probabilité la semaine à venir est proposée (ses utilisateurs privilégiés)',
  'boxes.bulk_configuration':
    'Modifier des champs choisis de la consigne de nombreux boîtiers, ou les copier d’un autre\u202f; dry_run montre ce qui diffère',
  'boxes.bulk_refresh': 'Demander un envoi à de nombreux boîtiers',
  'boxes.bulk_tags': 'Ajouter ou retirer des étiquettes à de nombreux boîtiers',
  'boxes.configuration_restore':
    'Rétablir une version antérieure de la consigne (elle devient une nouvelle version)',
  'boxes.configurations':
    'Historique des consignes de configuration, la plus récente d’abord\u202f; secrets masqués',
  'boxes.create': 'Ajouter un boîtier avec ses AERO',
  'boxes.credentials':
    'Créer un nouveau mot de passe d’appareil\u202f; visible dans cette réponse seulement\u202f; l’ancien cesse de fonctionner',
  'boxes.delete': 'Supprimer un boîtier avec ses AERO, ses mesures et ses alertes',
  'boxes.export': 'La liste des boîtiers en CSV',
  'boxes.get':
    'Un boîtier. Ses secrets sont en clair pour les utilisateurs privilégiés qui ont donné le mot de passe ou un facteur depuis moins de dix minutes, sinon masqués\u202f; secrets=clear les demande (401 confirm_again), secrets=masked ne les montre jamais',
  'boxes.import':
    'Importer des boîtiers d’un CSV ou d’un classeur Excel\u202f; dry_run vérifie seulement\u202f; partial importe les bonnes lignes d’un fichier qui en a de mauvaises\u202f; update modifie les boîtiers déjà présents',
  'boxes.claims_import':
    'Importer ce que le fabricant a imprimé sur ses boîtiers, serial_number et claim_code par ligne, d’un CSV ou d’un classeur Excel\u202f; les codes sont gardés hachés',
  'boxes.waiting': 'Boîtiers venus avec le code de leur fabricant et qui n’ont pas encore de client',
  'boxes.claim':
    'Prendre un boîtier avec le code de son étiquette, une fois\u202f: celui qui attend vient avec ses mesures, celui qui n’est pas encore venu est attendu\u202f; client peut manquer pour qui en a un',
  'boxes.hardware': 'Les matériels qu’un boîtier a eus, le plus ancien d’abord\u202f: numéro de série, de, à',
  'boxes.replace':
    'Remplacer le matériel d’un boîtier\u202f: son numéro de série et son mot de passe deviennent ceux du nouveau, les anciens sont refusés\u202f; tout le reste demeure',
  'boxes.replace_undo':
    'Annuler le dernier remplacement dans la journée\u202f: l’ancien numéro de série et son mot de passe valent de nouveau\u202f; les mesures restent',
  'boxes.ledger':
    'Ce qui a été reçu d’un boîtier\u202f: reçu = enregistré + fusionné + doublons + mis de côté',
  'boxes.list': 'Boîtiers\u202f; la recherche porte sur série, nom, poteau, ligne et ICCID',
  'boxes.columns':
    'Noms et lieux de tous les boîtiers et de leurs AERO qui correspondent, sans limite, en colonnes compactes',
  'boxes.refused':
    'Boîtiers refusés par le courtier ces 30 derniers jours et muets depuis\u202f: mot de passe erroné\u202f; pour les administrateurs aussi les numéros de série inconnus',
  'boxes.map': 'Colonnes compactes de tout ce dont une carte a besoin, jusqu’à 100 000 boîtiers',
  'boxes.patch':
    'Modifier un boîtier, ses AERO (par position\u202f; `removed: true` en supprime un) ou sa consigne de configuration\u202f; le client par les administrateurs seulement',
  'boxes.refresh': 'Demander un envoi au boîtier à sa prochaine connexion',
  'notes.create': 'Écrire une note',
  'notes.delete': 'Supprimer une de vos notes (privilégiés\u202f: toutes)',
  'notes.get': 'Une note',
  'notes.list': 'Journal de maintenance et notes épinglées à un instant d’une courbe',
  'notes.patch': 'Modifier une de vos notes',
  'aeros.boxes': 'AERO groupés par boîtier',
  'aeros.get': 'Un AERO',
  'aeros.list': 'AERO',
  'aeros.patch':
    'Modifier un AERO\u202f; un changement de SAMI est conservé dans son historique avec son motif',
  'aeros.sami_history':
    'Historique SAMI d’un AERO\u202f: qui ou quel superviseur l’a changé, quand, pourquoi',
  'diagnostics.list':
    'Diagnostics quotidiens de chaque AERO\u202f: indice de santé, écart, pression compensée, butées, frottement, batterie, panneau',
  'jobs.cancel': 'Annuler une tâche',
  'jobs.download': 'Le fichier produit par une tâche, par le lien secret de son e-mail',
  'jobs.file': 'Le fichier produit par une tâche',
  'jobs.get': 'Une tâche',
  'jobs.list': 'Vos tâches en arrière-plan',
  'measures.boxes':
    'Dernière mesure de chaque AERO, par boîtier (la plus récente selon la date de la mesure)',
  'measures.count': 'Nombre de mesures, par boîtier et par jour',
  'measures.export':
    'Mesures en CSV ou XLSX, en flux, dans les unités, la langue et le fuseau horaire demandés',
  'measures.export_job': 'Export en tâche avec progression\u202f; un lien arrive par e-mail',
  'measures.import':
    'Importer des mesures historiques d’un CSV (le format d’export, ou une correspondance de colonnes)\u202f; dry_run vérifie seulement\u202f; rien n’est doublé',
  'measures.list':
    'Mesures brutes\u202f; `next` continue par clé\u202f; 413 au-delà de 200 000 lignes demandées à la fois',
  'measures.series':
    'Courbes\u202f: par AERO, colonnes de temps, nombre, et min, max, moyenne de chaque grandeur',
  'saved_views.create': 'Enregistrer une vue',
  'saved_views.delete': 'Supprimer une vue enregistrée',
  'saved_views.list': 'Vos visualisations enregistrées',
  'set_aside.list': 'Messages et mesures inexploitables, avec leur motif',
  'set_aside.replay': 'Réessayer un message mis de côté',
  'set_aside.replay_many': 'Réessayer les messages que laisse un filtre, par étapes',
  'set_aside.delete': 'Supprimer ce qu’un filtre laisse des messages mis de côté, par étapes',
  'set_aside.figures':
    'Ce qui est gardé des messages mis de côté, combien de temps, et ce qui ne l’a pas été',
  'set_aside.bounds': 'Modifier ce qui est gardé des messages mis de côté, et combien de temps',
  'alerts.archive': 'Marquer plusieurs alertes comme vues',
  'alerts.archived':
    'Alertes archivées, la plus récente d’abord, en simple tableau\u202f; total dans X-Total-Count',
  'alerts.boxes': 'Alertes ouvertes par boîtier',
  'alerts.boxes_count': 'Nombre d’alertes ouvertes de chaque boîtier',
  'alerts.columns':
    'Toutes les alertes ouvertes qui correspondent, sans limite, la plus récente d’abord, en colonnes d’identifiants',
  'alerts.export': 'Alertes en CSV ou XLSX',
  'alerts.get': 'Une alerte',
  'alerts.muted': 'AERO mis en sourdine car insatisfaisants\u202f: depuis quand, par quoi',
  'alerts.opened':
    'Alertes ouvertes, la plus récente d’abord, en simple tableau\u202f; total dans X-Total-Count',
  'alerts.patch': 'Marquer comme vue (l’archive), rouvrir avec seen à false, ou commenter',
  'box_links.list': 'Les liens vers un boîtier qui sont encore valables',
  'box_links.create':
    'Créer un lien en lecture seule vers un boîtier, qui expire de lui-même au bout de 30 jours au plus\u202f; son secret n’est que dans cette réponse',
  'box_links.delete': 'Mettre fin à un lien vers un boîtier',
  'box_links.open':
    'Ce que montre un lien vers un boîtier\u202f: son lieu, son état, ses dernières valeurs et sept jours\u202f; aucun réglage ni autre boîtier',
  'supervisors.duplicate':
    'Copier un superviseur avec ses AERO et conditions\u202f; la copie est désactivée, pour que personne ne soit averti deux fois',
  'supervisors.export': 'Des superviseurs en fichier JSON\u202f: ceux de `ids`, ou tous ceux d’un client',
  'supervisors.import':
    'Créer les superviseurs d’un fichier, tous ou aucun\u202f; avec `dry_run`, rien n’est créé et chaque erreur est dite par superviseur et champ',
  'supervisors.create': 'Créer un superviseur',
  'supervisors.delete': 'Supprimer un superviseur\u202f; ses alertes restent',
  'supervisors.get': 'Un superviseur',
  'supervisors.list': 'Superviseurs',
  'supervisors.patch': 'Modifier un superviseur\u202f; une condition ou un AERO modifié repart de zéro',
  'supervisors.rehearse':
    'Ce qu’un superviseur aurait ouvert sur les données passées (`condition` est le rang dans la requête)',
  'firmwares.create':
    'Envoyer un micrologiciel (multipart\u202f: file, version, description, client)\u202f; enregistré avec son SHA-256 et signé',
  'firmwares.delete': 'Supprimer un micrologiciel qu’aucune mise à jour en cours n’utilise',
  'firmwares.file': 'Le fichier',
  'firmwares.get': 'Un micrologiciel',
  'firmwares.list': 'Micrologiciels\u202f: les vôtres et les globaux',
  'firmwares.patch':
    'Modifier la description\u202f; le fichier et la version d’un micrologiciel ne changent jamais',
  'firmwares.withdraw':
    'Retirer un micrologiciel pour de bon\u202f: ses mises à jour sont annulées, et une liste signée dit à chaque boîtier de ne plus l’installer\u202f; c’est celle du fabricant là où il signe',
  'firmwares.public_key': 'Clé publique Ed25519 (PEM) avec laquelle les boîtiers vérifient les signatures',
  'rollouts.advance': 'Lancer la vague suivante à la main',
  'rollouts.approve': 'Laisser commencer une mise à jour demandée par une autre personne',
  'rollouts.cancel': 'Annuler ce qui n’est pas encore installé',
  'rollouts.create':
    'Mettre à jour le micrologiciel de boîtiers par vagues (un boîtier, 10\u202f%, le reste)',
  'rollouts.get': 'Une mise à jour de micrologiciel avec l’état de chaque boîtier',
  'rollouts.list': 'Mises à jour de micrologiciels (sans leurs boîtiers)',
  'rollouts.pause': 'Suspendre\u202f: ne plus proposer à d’autres boîtiers',
  'rollouts.preview':
    'Ce qu’une mise à jour ferait de chacun de ces boîtiers, et pourquoi\u202f; rien ne commence',
  'rollouts.resume': 'Reprendre après une suspension ou un arrêt',
  'rollouts.retry': 'Remettre en attente les boîtiers en échec',
  'duty_rosters.create':
    'Écrire le tableau d’astreinte d’un client, à la place du précédent\u202f; le client peut être omis par ceux qui en ont un',
  'duty_rosters.delete':
    'Supprimer un tableau d’astreinte\u202f; les superviseurs qui préviennent la personne d’astreinte préviennent alors tout le monde s’ils ne nomment personne d’autre',
  'duty_rosters.get': 'Un tableau d’astreinte',
  'duty_rosters.list': 'Tableaux d’astreinte, un par client',
  'duty_rosters.patch': 'Modifier un tableau d’astreinte\u202f; une liste remplace la précédente',
  'tags.create': 'Créer une étiquette\u202f; le client peut être omis par ceux qui en ont un',
  'tags.delete': 'Supprimer une étiquette',
  'tags.get': 'Une étiquette',
  'tags.list': 'Étiquettes',
  'tags.patch': 'Modifier une étiquette',
  'keys.create': 'Créer une clé d’API\u202f; sa valeur n’est que dans cette réponse',
  'keys.delete': 'Supprimer une clé d’API',
  'keys.get': 'Une clé d’API',
  'keys.list': 'Clés d’API\u202f; leurs valeurs ne sont plus jamais montrées',
  'keys.patch': 'Renommer ou révoquer une clé d’API',
  'audit.person':
    'Qui était la personne supprimée que le journal d’audit nomme par ce numéro, pour un motif qui est consigné\u202f; aussi longtemps que le journal en parle',
  'audit.verify':
    'Suivre la chaîne du journal d’audit\u202f: si quelque chose a été modifié, retiré ou ajouté',
  'audit.list': 'Qui a changé quoi, quand, de quoi en quoi, depuis quelle adresse',
  'console.dashboard': 'Tous les chiffres du tableau de bord',
  'console.events':
    'Événements envoyés par le serveur\u202f: changements d’entités, nouvelles mesures des AERO choisis, progression des tâches\u202f; Last-Event-ID reprend',
  'console.meta': 'Ce dont la console a besoin avant la connexion\u202f: titre, version, sources de la carte',
  'operation.figures':
    'État de la machine\u202f: processus, disques, base de données, sauvegardes, files d’attente, derniers succès',
  'operation.warnings':
    'Ce qui ne va pas sur la machine du serveur\u202f; les chiffres sont réservés aux administrateurs',
  'notifications.list': 'La boîte d’envoi\u202f: chaque message avec ses tentatives',
  'notifications.retry': 'Réessayer un message en échec',
  'console.release_notes': 'Les notes de version dans les deux langues (Markdown)',
  'console.search': 'Boîtiers, poteaux, AERO, utilisateurs et superviseurs qui correspondent à quelques mots',
  'docs.page': 'Cette interface en page à lire et à essayer',
  'docs.script': 'Script de la page de documentation',
  'docs.style': 'Style de la page de documentation',
  'docs.openapi': 'Cette interface en document OpenAPI 3.1',
  'diagnostics.worked':
    'Répondre si quelqu’un est intervenu sur un AERO quand ses mesures ont sauté\u202f: oui pose une nouvelle référence depuis ce moment, non garde le constat\u202f; les deux sont notés au journal, et ce n’est plus demandé',
  'diagnostics.precision':
    'Part des défauts annoncés qui ont été confirmés sur place, par défaut et par client',
  'work_orders.list':
    'Interventions\u202f: ce qui est à faire au poteau, par qui, pour quand, et ce qui a été constaté',
  'work_orders.get': 'Une intervention, avec sa liste de contrôle, ses commentaires et ses photos',
  'work_orders.create':
    'Créer une intervention à partir d’un diagnostic, d’une alerte, d’une prévision, d’un boîtier, ou à la main',
  'work_orders.bulk':
    'En créer plusieurs d’un coup\u202f; si une de cet AERO et de cette nature est déjà ouverte, elle est nommée à la place',
  'work_orders.patch':
    'Modifier ou clore une intervention\u202f: avec l’état «\u202fdone\u202f» et un constat, tout ce qui en découle (référence, SAMI, alertes, journal) se fait en même temps',
  'work_orders.patch_by_reference': 'De même par la référence du système de maintenance',
  'work_orders.inbox':
    'Ce qui demande quelqu’un\u202f: propositions et interventions en cours, le plus pressant d’abord, avec le nombre de chaque onglet',
  'work_orders.accept':
    'Accepter des propositions\u202f: chacune devient une intervention ouverte, confiée à qui l’accepte ou à `assignee`',
  'work_orders.dismiss':
    'Écarter des propositions, jusqu’à un jour donné ou, sans lui, jusqu’à ce qu’elles s’aggravent',
  'work_orders.assign':
    'Prendre ou confier des interventions, avec un commentaire que lit la personne en charge\u202f; accepte ce qui est proposé',
  'work_orders.plan':
    'Planifier pour un jour ou, sans lui, retirer la date prévue\u202f; accepte ce qui est proposé',
  'work_orders.join':
    'Réunir les interventions d’un même boîtier\u202f: les autres finissent dans `into`, qui reprend leurs alertes et leurs commentaires',
  'work_orders.confirm':
    'Dire si une réparation qu’aucune mesure ne prouve tient\u202f: l’intervention est close, ou de nouveau ouverte',
  'work_orders.history':
    'Ce qui est arrivé à une intervention, du premier signe à la réparation prouvée, du plus ancien au plus récent',
  'notices.list':
    'Ce qui vous est signalé des interventions depuis 30 jours, le plus récent d’abord, et combien vous attendent\u202f: la cloche de chaque page',
  'notices.read': 'Marquer vos avis comme lus\u202f: ceux de `ids`, ou tous',
  'work_orders.comment': 'Commenter une intervention',
  'work_orders.entry':
    'Ajouter ce qui a été écrit au poteau, même hors ligne\u202f: réuni avec ce que d’autres ont écrit, et repris une seule fois grâce à son identifiant',
  'work_orders.photo':
    'Ajouter une photo\u202f; elle est réencodée, sans ses métadonnées\u202f; avec keep_position, le lieu de prise de vue reste, et rien d’autre',
  'work_order_photos.get': 'Photo d’une intervention, en WebP',
  'work_order_photos.delete': 'Supprimer une photo à soi (privilégié\u202f: toutes)',
  'reports.monthly':
    'Le rapport mensuel d’un client en PDF (A4, balisé, PDF/A-2a)\u202f: la synthèse du responsable, une page par AERO à traiter, le tableau de tous. Sans mois, le mois passé\u202f; langue, unités et fuseau de l’appelant sauf indication',
  'reports.subscriptions':
    'Clients dont vous recevez le rapport mensuel par e-mail le premier jour ouvré de chaque mois',
  'reports.subscribe':
    'Choisir les clients dont vous recevez le rapport mensuel par e-mail\u202f; liste vide\u202f: aucun',
  'webhooks.list':
    'Webhooks\u202f: qui est informé de ce qui se passe\u202f; leurs secrets ne sont plus jamais montrés',
  'webhooks.get': 'Un webhook',
  'webhooks.create': 'Créer un webhook\u202f; son secret n’est que dans cette réponse',
  'webhooks.patch': 'Modifier un webhook, le désactiver ou le réactiver',
  'webhooks.delete': 'Supprimer un webhook avec ses envois',
  'webhooks.secret': 'Un nouveau secret, montré une fois\u202f; l’ancien signe à côté de lui pendant un jour',
  'webhooks.deliveries': 'Ce qui a été envoyé à un webhook, le plus récent d’abord, avec chaque tentative',
  'webhooks.replay': 'Renvoyer un événement, ou tous depuis un moment (gardés 30 jours), avec leurs numéros',
  'aeros.at':
    'Où se trouverait chaque AERO à une température du capteur (°C)\u202f: course avec son incertitude, probabilité d’être dans sa marge et à sa butée',
  'alerts.comment': 'Écrire au sujet d’une alerte',
  'alerts.comments': 'Ce qui a été écrit au sujet d’une alerte, du plus ancien au plus récent',
  'alerts.timeline':
    'Déroulement d’un épisode\u202f: ouvert, qui a été averti, vu, confié, toujours en cours, terminé\u202f; du plus ancien au plus récent',
  'console.morning':
    'Ce qui est à traiter aujourd’hui, un AERO une seule fois, le plus pressant d’abord\u202f; et ce qui a changé depuis la dernière visite',
  'forecast.boxes':
    'La plus grande probabilité d’une marge de chaque boîtier, parmi ses AERO, pour chacun des prochains jours, en colonnes : pour des cartes et listes de tous les boîtiers. Null si l’un de ses AERO est sans prévision et qu’aucun autre n’est menacé',
  'forecast.list':
    'Course la plus basse et la plus haute de chaque AERO pour chacun des sept prochains jours, et la probabilité d’entrer dans sa marge ou d’atteindre sa butée\u202f; la plus grande d’abord',
  'forecast.peaks':
    'La probabilité d’une marge de chaque AERO pour chacun des prochains jours, en colonnes\u202f: pour des cartes, listes et images de milliers d’AERO',
  'forecast.skill': 'Qualité des prévisions, par échéance et par base',
  'forecast.week':
    'Les sept prochains jours en bref\u202f: températures, nombre d’AERO à risque, lesquels d’abord',
  'line.history':
    'Courses des 24 dernières heures (par demi-heure) ou de 7 jours (toutes les trois heures) le long d’une ligne\u202f; au-delà de 2 000 AERO, moyennes de six heures',
  'line.show':
    'AERO le long de leurs lignes, en colonnes, par ligne, voie et point kilométrique\u202f: course, limites, état, et la droite que chacun suit avec la température',
  'silences.create':
    'N’avertir personne des alertes de `boxes`, d’un `tag` ou d’une `line` (de `from_km` à `to_km`, sur une `track`) pendant au plus 90 jours\u202f; `rrule` le répète dans cet intervalle\u202f: de la RFC 5545, FREQ=DAILY, WEEKLY (BYDAY) ou MONTHLY (BYMONTHDAY), INTERVAL, et UNTIL ou COUNT, obligatoire',
  'silences.end': 'Terminer maintenant une mise en silence\u202f; les alertes encore en cours sont signalées',
  'silences.get': 'Une mise en silence',
  'silences.patch':
    'Modifier une mise en silence qui n’est pas terminée\u202f: l’objet (redonné en entier), la période, le motif\u202f; ce qu’elle ne couvre plus est signalé, les périodes passées restent',
  'silences.list':
    'Périodes pendant lesquelles personne n’est averti des alertes\u202f; seulement celles qui ne sont pas terminées sans `over=true`',
  'weather.get':
    'D’où vient la météo, son âge, jusqu’où elle va\u202f; aux administrateurs aussi ce qui est arrivé en dernier et ce qui a été refusé',
  'weather.upload':
    'Déposer une météo\u202f: CSV avec latitude, longitude, issued_at, valid_at, temperature (°C), radiation (W/m², peut être vide), heures en UTC\u202f; ou la même en lignes JSON. Acceptée entière, ou refusée avec ses motifs',
};
