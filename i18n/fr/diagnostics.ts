import type { diagnostics as en } from '../en/diagnostics.ts';
import type { Translation } from '../index.ts';

export const diagnostics = {
  title: 'Diagnostics',
  description:
    'Ce que jusqu’à 90 jours de mesures disent de chaque AERO, calculé chaque jour. Valeurs par défaut du métier, pas celles du fabricant.',
  empty: 'Pas encore de diagnostic',
  emptyText: 'Ils sont calculés une fois par jour à partir des mesures envoyées par les boîtiers.',
  day: 'Calculé pour le {{day}}',
  aero: 'AERO',
  verdictLabel: 'Verdict',
  verdict: { good: 'Bon', watch: 'À surveiller', bad: 'Mauvais', unknown: 'Inconnu' },
  name: {
    health_ratio: 'Indice de santé',
    residual: 'Écart actuel',
    drift: 'Dérive',
    pressure_trend: 'Pression compensée',
    stop_hot: 'Atteint sa butée, chaud',
    stop_cold: 'Atteint sa butée, froid',
    friction: 'Frottement',
    battery_trend: 'Batterie',
    panel_trend: 'Panneau solaire',
    seized: 'Mouvement',
    leak: 'Gaz restant',
    break: 'Plus grand saut',
    stuck_sensor: 'Capteur figé',
    spike: 'Pics',
  },
  help: {
    health_ratio:
      'Pente ajustée de la course selon la température, rapportée à α·L. De 85 % à 115 % : bon ; près de 50 % ou 200 %, vérifier la longueur régularisée.',
    residual: 'Course mesurée moins course attendue, dernier jour (médiane).',
    drift:
      'Évolution lente de l’écart, par Theil–Sen sur 60 jours : fluage du conducteur ou ancrage qui glisse.',
    pressure_trend:
      'Tendance de la quantité de gaz, pression corrigée de la température et de la course. Sous −0,5 % par mois, il y a une fuite.',
    stop_hot:
      'Température à laquelle la course atteint sa fin, d’après la droite ajustée, les marges et la largeur de boucle.',
    stop_cold:
      'Température à laquelle la course atteint son autre fin, d’après la droite ajustée, les marges et la largeur de boucle.',
    friction:
      'Largeur de la boucle course-température, en part de la tension : φ = W·E·S / (2·F·L). Borne supérieure.',
    battery_trend: 'Tendance de la tension la plus basse de chaque nuit.',
    panel_trend: 'Charge d’un jour clair rapportée à la meilleure passée : encrassement ou ombre.',
    seized: 'Course parcourue rapportée à celle attendue pour l’amplitude de température du jour.',
    leak: 'Gaz restant par rapport aux premières semaines.',
    break: 'Plus grand changement entre deux mesures ces derniers jours.',
    stuck_sensor: 'Plus longue durée de valeurs exactement égales alors que la température variait.',
    spike: 'Échantillons isolés loin de leurs voisins ces derniers jours.',
  },
  reason: {
    no_data: 'Aucune mesure ces 90 derniers jours.',
    too_few_points: 'Trop peu de mesures.',
    too_few_days: 'Trop peu de jours de mesures.',
    temperature_span_too_small: 'La température varie trop peu.',
    no_length: 'La longueur régularisée n’est pas connue.',
    no_tension: 'La tension mécanique n’est pas connue.',
    no_model_stroke: 'La course du modèle n’est pas connue.',
    does_not_move: 'La course ne suit pas la température.',
    sensor_stuck: 'Un capteur est figé.',
  },
  value: { never: 'au-delà de toute température' },
  only: 'Seulement ce qui demande attention',
} as const satisfies Translation<typeof en>;
