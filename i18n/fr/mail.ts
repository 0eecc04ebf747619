import type { mail as en } from '../en/mail.ts';
import type { Translation } from '../index.ts';

export const mail = {
  window: {
    all: ' pendant {{period}}',
    percent: ' pour au moins {{percent}}\u202f% des points de mesure sur {{period}}',
    average: ' en moyenne sur {{period}}',
    within: ' en {{period}}',
    over: ' sur {{period}}',
    none: '',
  },
  period: {
    seconds_one: '{{count}} seconde',
    seconds_other: '{{count}} secondes',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} heure',
    hours_other: '{{count}} heures',
  },
  place: {
    aero: 'AERO {{position}}',
    box: 'boîtier {{box}}',
    line: 'ligne {{line}}',
    track: 'voie {{track}}',
    pole: 'poteau {{pole}}',
    kilometer_point: 'PK\u00a0{{point}}',
    no_line: 'Sans ligne',
  },
  alert: {
    subject: 'Alerte\u202f: {{metric}} {{value}} sur {{place}}',
    subject_many: '{{count}} alertes\u202f: {{places}}',
    and_more: 'et {{count}} de plus',
    late_prefix: '[détection tardive] ',
    preheader: '{{sentence}} {{place}}',
    title_one: '{{count}} alerte',
    title_other: '{{count}} alertes',
    again: 'Depuis le {{time}}, {{count}} occurrences',
    fact: '{{name}}\u202f: {{value}}',
    supervisor: 'Superviseur',
    client: 'Client',
    where: 'Lieu',
    when: 'Date',
    last: 'Dernière valeur',
    sami: 'SAMI de l’AERO',
    late: 'Détection tardive\u202f: le boîtier a envoyé cette mesure plus de 24 heures après l’avoir prise.',
    cleared: 'La condition n’est plus remplie depuis le {{time}}.',
    flapping:
      'Elle change d’état plus de six fois par jour\u202f: plus aucun message à son sujet avant un jour de stabilité.',
    over: 'Terminée\u202f:',
    repeat: 'Rappel\u202f: personne ne l’a marquée comme vue.',
    assigned: 'Cette alerte vous est confiée.',
    escalated: 'Personne ne l’a acceptée\u202f: elle vous revient.',
    also: 'En même temps\u202f: {{rule}} ({{value}}).',
    muted:
      'Cet AERO est maintenant insatisfaisant\u202f: il n’ouvre plus d’alerte tant que personne ne relève son SAMI.',
    open: 'Voir l’alerte et sa courbe',
    open_all: 'Voir toutes les alertes ouvertes',
    curve:
      'Courbe de la grandeur «\u202f{{metric}}\u202f» autour de l’événement, avec son seuil de {{limit}}',
    curve_plain: 'Courbe de la grandeur «\u202f{{metric}}\u202f» autour de l’événement',
    what_next:
      'Que faire\u202f: regarder la courbe, planifier une visite si elle confirme l’alerte, puis la marquer comme vue.',
    digest_line: 'Ligne {{line}}',
    digest_box_one: 'Boîtier {{box}}\u202f: {{count}} alerte',
    digest_box_other: 'Boîtier {{box}}\u202f: {{count}} alertes',
  },
  test: {
    subject: 'Message d’essai – {{title}}',
    body: 'Ceci est un essai\u202f: les messages de {{title}} vous parviennent ici.',
    details: 'Les alertes viendront en français, en unités {{units}}, à l’heure de {{zone}}.',
    metric: 'métriques',
    imperial: 'impériales',
    short: '{{title}}\u202f: ceci est un essai, les alertes vous parviendront ici.',
  },
  reset: {
    subject: 'Choisir un nouveau mot de passe pour {{title}}',
    body: 'Vous, ou quelqu’un qui connaît votre adresse e-mail, avez demandé un nouveau mot de passe pour {{title}}.',
    action: 'Choisir un nouveau mot de passe',
    details: 'Le lien sert une fois, pendant une heure. Si vous n’avez rien demandé, il n’y a rien à faire.',
  },
  invitation: {
    subject: 'Invitation à {{title}}',
    body: '{{by}} vous a ouvert un compte dans {{title}}, qui surveille les appareils tendeurs de la caténaire. Il reste à choisir un mot de passe.',
    action: 'Choisir un mot de passe',
    details:
      'Le lien sert une fois, pendant sept jours. Ensuite, «\u202fMot de passe oublié\u202f?\u202f» sur la page de connexion en envoie un autre.',
  },
  email_link: {
    subject: 'Confirmer cette adresse e-mail pour {{title}}',
    body: 'Cette adresse doit devenir celle avec laquelle vous vous connectez à {{title}} et à laquelle arrivent ses messages. Elle le deviendra dès que vous aurez suivi le lien.',
    action: 'Confirmer cette adresse',
    details:
      'Le lien ne sert qu’une fois, pendant 24 heures. Si vous n’avez rien demandé, il n’y a rien à faire.',
  },
  email_asked: {
    subject: 'Une modification de votre adresse e-mail a été demandée dans {{title}}',
    body: 'Une personne qui connaît votre mot de passe a demandé que l’adresse e-mail de votre compte {{title}} devienne {{email}}. Le changement prendra effet dès que le lien envoyé à cette adresse aura été suivi.',
    details:
      'Si c’est vous, il n’y a rien à faire. Sinon\u202f: changez aussitôt votre mot de passe, ce qui annule aussi ce lien, et prévenez votre administrateur.',
  },
  email_changed: {
    subject: 'L’adresse e-mail de votre compte {{title}} a été modifiée',
    body: 'L’adresse e-mail de votre compte {{title}} est désormais {{email}}. Vous vous connectez avec elle, et les messages y arrivent.',
    details:
      'Si ni vous ni votre administrateur n’en êtes à l’origine, prévenez aussitôt votre administrateur.',
  },
  factors_removed: {
    subject: 'La double authentification de {{email}} a été réinitialisée dans {{title}}',
    body: '{{by}} a réinitialisé la double authentification de {{email}}. Tant qu’elle n’est pas configurée de nouveau, le mot de passe seul ouvre le compte.',
    by_operator:
      'L’exploitant du serveur a réinitialisé la double authentification de {{email}}. Tant qu’elle n’est pas configurée de nouveau, le mot de passe seul ouvre le compte.',
    details:
      'Configurez un second facteur sous Profil, Sécurité. Si personne ne l’a demandé\u202f: changez le mot de passe et prévenez votre administrateur sans attendre.',
  },
  codes_guessed: {
    subject: 'Des codes erronés ont été saisis pour votre compte {{title}}',
    body: 'Une personne qui connaît votre mot de passe, ou qui a accès à l’une de vos sessions, a saisi des codes erronés de votre second facteur, en dernier le {{time}} depuis {{address}}. D’autres codes sont refusés pendant un certain temps ; les appareils avec lesquels vous vous êtes déjà connecté gardent leurs propres essais.',
    details:
      'Si c’est vous, il n’y a rien à faire. Sinon : changez aussitôt votre mot de passe, fermez vos autres sessions sous Profil, Sécurité, et prévenez votre administrateur.',
  },
  key_ending: {
    subject: 'La clé d’API {{name}} expire le {{time}}',
    body: 'La clé d’API «\u202f{{name}}\u202f» ({{prefix}}…) de {{title}} expire le {{time}}. À partir de là, le programme qui l’utilise est refusé.',
    action: 'Voir les clés d’API',
    details: 'Créez une nouvelle clé, donnez-la au programme, puis révoquez celle-ci.',
  },
  key_left: {
    subject: 'Le créateur de la clé d’API {{name}} est parti\u202f: à garder ou à révoquer avant le {{time}}',
    body: 'La personne qui a créé la clé d’API «\u202f{{name}}\u202f» ({{prefix}}…) de {{title}} a quitté votre organisation, ou n’est pas connue. La clé fonctionne encore, et expirera d’elle-même le {{time}}.',
    action: 'Décider',
    details:
      'Gardez-la si vous connaissez le programme qui l’utilise et ceux qui en ont eu la valeur\u202f; vous en répondez alors. Sinon, créez une nouvelle clé pour ce programme et révoquez celle-ci.',
  },
  webhook_off: {
    subject: 'Un webhook de {{title}} a été désactivé\u202f: {{url}}',
    body: 'Le webhook {{url}} n’a rien accepté pendant {{hours}} heures et a été désactivé.',
    details:
      'Les événements sont gardés 30 jours. Quand l’adresse répond de nouveau, réactivez le webhook et renvoyez-lui ce qui lui manque depuis le moment de votre choix.',
    action: 'Voir les webhooks',
  },
  week_ahead: {
    subject_unknown: 'La semaine à venir\u202f: pas de prévision',
    subject_none: 'La semaine à venir\u202f: aucun AERO près de ses butées',
    subject_one: 'La semaine à venir\u202f: {{count}} AERO peut approcher de ses butées, {{name}} le {{day}}',
    subject_other:
      'La semaine à venir\u202f: {{count}} AERO peuvent approcher de leurs butées, d’abord {{name}} le {{day}}',
    risk_one:
      '{{count}} AERO sur {{of}} a une probabilité de {{share}} ou plus d’entrer dans sa marge de sécurité dans les sept jours.',
    risk_other:
      '{{count}} AERO sur {{of}} ont une probabilité de {{share}} ou plus d’entrer dans leur marge de sécurité dans les sept jours.',
    none: 'Aucun des {{of}} AERO n’a une probabilité de {{share}} ou plus d’entrer dans sa marge de sécurité dans les sept jours.',
    air: 'Température de l’air de vos lieux\u202f: de {{min}} à {{max}}.',
    unknown: 'Aucun AERO n’a de prévision pour les sept prochains jours.',
    no_forecast_one: '{{count}} AERO n’a pas de prévision\u202f: la console dit pourquoi.',
    no_forecast_other: '{{count}} AERO n’ont pas de prévision\u202f: la console dit pourquoi.',
    aero: 'AERO',
    day: 'Jour',
    chance: 'Probabilité',
    where: 'Butée',
    hot: 'butée à chaud',
    cold: 'butée à froid',
    days_one: '{{count}} jour',
    days_other: '{{count}} jours',
    entry: '{{name}}\u202f: {{day}}, {{chance}}, {{where}}',
    more: 'Et {{count}} de plus\u202f: voir la console.',
    act_hot:
      'Que faire\u202f: avant ce jour, vérifier que la longueur régularisée convient au fil et redonner de la course vers la butée à chaud\u202f; si ce n’est pas possible à temps, faire surveiller ce jour-là.',
    act_cold:
      'Que faire\u202f: avant ce jour, vérifier que la longueur régularisée convient au fil et redonner de la course vers la butée à froid\u202f; si ce n’est pas possible à temps, faire surveiller ce jour-là.',
    act_both:
      'Que faire\u202f: avant ce jour, vérifier que la longueur régularisée convient au fil et redonner de la course vers la butée indiquée\u202f; si ce n’est pas possible à temps, faire surveiller ce jour-là.',
    old: 'La météo la plus récente est du {{at}}\u202f: cette semaine repose sur une météo ancienne.',
    basis_weather: 'Prévision du {{at}}, d’après la météo{{source}}.',
    basis_climate: 'Prévision du {{at}}, d’après le climat propre à chaque AERO, faute de prévision météo.',
    proven:
      'Sur {{n}} extrêmes ainsi prévus et maintenant passés, {{share}} étaient dans leur intervalle à 90\u202f%.',
    unproven:
      'Aucune prévision de ce genre n’est encore échue\u202f: leur fiabilité n’est pas encore connue.',
    action: 'Voir la semaine à venir',
    preference: 'Vous recevez ce message parce que vous l’avez choisi dans les préférences\u202f: {{link}}',
  },
  orders_given: {
    subject_one: 'Intervention pour vous\u202f: {{title}}',
    subject_other: '{{count}} interventions pour vous',
    body_one: '{{by}} vous a confié une intervention dans {{name}}.',
    body_other: '{{by}} vous a confié {{count}} interventions dans {{name}}.',
    program: 'Un programme',
    comment: '«\u202f{{comment}}\u202f»',
    escalated_subject: 'Non acceptée, à vous maintenant\u202f: {{title}}',
    escalated_body:
      'Personne ne l’a encore acceptée. Vous êtes le suivant d’astreinte\u202f: acceptez-la ou confiez-la.',
    again_subject: 'Réparation non prouvée\u202f: {{title}}',
    again_body:
      'Les mesures prises depuis les travaux ne prouvent pas la réparation\u202f: l’intervention est de nouveau ouverte.',
    line: '{{title}}',
    line_due: '{{title}} (pour le {{day}})',
    more_one: 'et {{count}} autre',
    more_other: 'et {{count}} autres',
    details:
      'Tout travail sur la caténaire exige sa consignation\u202f; la liste de chaque intervention commence par elle.',
    action: 'Voir mes interventions',
  },
  report: {
    subject: '{{title}}\u202f: rapport mensuel, {{month}}, {{client}}',
    body: 'Le rapport mensuel ({{month}}) pour {{client}} est joint\u202f: la synthèse du responsable, une page par AERO à traiter, le tableau de tous.',
    too_large:
      'Le rapport mensuel ({{month}}) pour {{client}} est trop volumineux pour un e-mail ({{size}} Mo)\u202f: téléchargez-le depuis la console.',
    details:
      'Vous le recevez parce que vous l’avez choisi sous Tableau de bord, Rapport mensuel, où ce choix se modifie.',
    action: 'Ouvrir la console',
  },
  export: {
    subject: 'Votre export est prêt\u202f: {{name}}',
    body: 'L’export que vous avez demandé est prêt\u202f: {{name}}.',
    rows_one: 'Il contient {{count}} mesure.',
    rows_other: 'Il contient {{count}} mesures.',
    action: 'Télécharger le fichier',
  },
  greeting: 'Bonjour {{name}},',
  footer_alert:
    'Vous recevez ce message parce que vous avez choisi d’être averti des alertes dans {{title}}. Vous pouvez changer ce choix dans vos préférences\u202f: {{link}}',
  footer: 'Envoyé par {{title}}, {{link}}',
  short: {
    alert: '{{late}}{{place}}\u202f: {{sentence}} {{time}} {{link}}',
    many: '{{title}}\u202f: {{count}} alertes\u202f: {{places}}. {{link}}',
    one_of: '{{place}}\u202f: {{metric}} {{value}} (seuil {{limit}})',
    late: 'TARDIF ',
  },
  list: {
    opened_at: 'Ouverture',
    client: 'Client',
    box: 'Boîtier',
    aero: 'AERO',
    line: 'Ligne',
    track: 'Voie',
    kilometer_point: 'Point kilométrique',
    pole: 'Poteau',
    supervisor: 'Superviseur',
    condition: 'Condition',
    value: 'Valeur',
    last_value: 'Dernière valeur',
    unit: 'Unité',
    last_at: 'Dernière fois',
    occurrences: 'Occurrences',
    cleared_at: 'Fin',
    late: 'Détection tardive',
    seen_at: 'Vue',
    seen_by: 'Vue par',
    comment: 'Commentaire',
    severity: 'Gravité',
    assignee: 'Confiée à',
    fault: 'Défaut',
    mechanism: 'Mécanisme',
    cause: 'Cause',
    silence: 'Mise en silence',
    silenced_until: 'En silence jusqu’au',
    work_order: 'Intervention',
    comments: 'Commentaires',
    yes: 'oui',
    no: 'non',
    sheet: 'Alertes',
    file: 'alertes',
  },
} as const satisfies Translation<typeof en>;
