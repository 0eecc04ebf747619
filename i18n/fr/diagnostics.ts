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
  named: 'Ce qui ressort',
  verdict: {
    good: 'Bon',
    watch: 'À surveiller',
    bad: 'Mauvais',
    unknown: 'Inconnu',
    not_watched: 'Non surveillé',
  },
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
    spike: 'Pics et lacunes',
    stroke_sensor_drift: 'Dérive du capteur de course',
    pressure_sensor_drift: 'Dérive du capteur de pression',
    temperature_bias: 'Soleil sur le capteur de température',
    battery_resistance: 'Résistance de la batterie',
    shading: 'Ombre sur le panneau',
    burst: 'Perte de gaz soudaine',
    stroke_sensor_step: 'Saut de l’indication de course',
    pressure_sensor_step: 'Saut de l’indication de pression',
    temperature_sensor_step: 'Saut de l’indication de température',
    swapped: 'Capteurs des deux AERO',
    current_drain: 'Courant consommé',
    held_one_side: 'Mouvement dans les deux sens',
    icing: 'Givre',
    unusual: 'Comportement inhabituel',
  },
  help: {
    health_ratio:
      'Pente de la course selon la température aux heures les plus froides des 60 dernières nuits, rapportée à α·L. De 85 % à 115 % : bon ; près de 50 % ou 200 %, vérifier la longueur régularisée.',
    residual:
      'Course mesurée moins course attendue, dernières heures (médiane). À surveiller à partir de l’équivalent de 5 °C, ou de 3 °C quand deux nuits de suite s’en écartent autant.',
    drift:
      'Déplacement de la course aux heures les plus froides des nuits, température retirée, sur 45 ou 90 jours : le conducteur flue ou un ancrage glisse, quand le gaz suit. Quand il ne suit pas, c’est le capteur de course qui dérive. Sous 0,2 mm par jour, rien n’est signalé.',
    pressure_trend:
      'Tendance sur 30 jours de la quantité de gaz, ln(P/T) corrigé de la course comme les journées de cet AERO l’enseignent. Sous −0,5 % par mois, il y a une fuite, sauf si la course montre qu’un capteur dérive.',
    stop_hot:
      'Température à laquelle la course atteint sa fin, marge déduite, d’après le bord des nuits et ce que le soleil et les trains y ajoutent aux heures les plus chaudes de 60 jours.',
    stop_cold:
      'Température à laquelle la course atteint son autre fin, marge déduite, d’après le bord des nuits, là où la tige se tient par nuit froide.',
    friction:
      'Retard de la course sur sa limite nocturne, en part de la tension, W·E·S / (2·F·L) : borne inférieure, car le soleil referme une partie de la boucle le jour. Jugé d’après la part des heures de nuit où la tige reste immobile alors que la température varie.',
    battery_trend:
      'Tendance de la tension la plus basse de chaque jour sur 30 jours. Mauvais aussi si elle est passée sous la limite deux jours sur les sept derniers.',
    panel_trend:
      'Lumière des moments les plus clairs des quatre dernières semaines rapportée à celle d’avant, à hauteurs de soleil semblables, d’après le courant de charge quand la batterie la prend et d’après la tension du panneau : ce que la saleté retient. Un encrassement de plus de six mois est trop lent pour être vu.',
    seized: 'Course parcourue rapportée à celle attendue pour l’amplitude de température du jour.',
    leak: 'Gaz restant par rapport à la première semaine de la période ; les jours restants vont jusqu’à 85 %.',
    break:
      'Plus grand saut durable entre deux mesures à moins d’une heure, sur 7 jours : plus de 150 mm ou l’équivalent de 12 °C.',
    stuck_sensor:
      'Heures pendant lesquelles un capteur a répété une même valeur alors que les autres variaient.',
    spike: 'Échantillons isolés loin de leurs voisins, et mesures sans valeur, des 14 ou 30 derniers jours.',
    stroke_sensor_drift:
      'La course dérive et le gaz semble croître ou diminuer dans le rapport exact de la loi des gaz : l’indication bouge, la tige non. Vu de la course seule, un conducteur qui flue a le même aspect.',
    pressure_sensor_drift:
      'Le gaz semble croître, ou diminuer sans que la tige rentre : le capteur de pression dérive. Sur de courtes longueurs, cela peut d’abord ressembler à une fuite.',
    temperature_bias:
      'Évolution sur deux semaines de ce que le soleil à 1 000 W/m² ajoute au capteur au-delà de ce que dit la course. Un capteur au soleil depuis le premier jour n’est pas détecté.',
    battery_resistance:
      'Résistance interne à 20 °C, d’après la réponse de la tension au courant de charge sur trois semaines : environ 120 mΩ pour un élément sain, trois fois plus pour un élément vieilli. La perte de capacité seule ne se voit pas : une nuit prend 1 % de la charge.',
    shading:
      'Chute puis remontée de la tension du panneau aux mêmes heures chaque jour, médiane de deux semaines : un poteau ou un mur devant le soleil.',
    burst: 'Chute du gaz d’une mesure aux suivantes, qu’aucun mouvement de la tige n’explique.',
    stroke_sensor_step:
      'Saut de la course que le gaz ne suit pas : le capteur ou son support a bougé, pas la tige.',
    pressure_sensor_step:
      'Saut de la pression que la tige ne suit pas : le capteur indique autre chose, le gaz est le même.',
    temperature_sensor_step: 'Saut de la température que ni la course ni les voisins ne suivent.',
    swapped:
      'Sauts de course et de pression sur les deux AERO d’un boîtier au même instant : l’un indique ce que mesure l’autre.',
    current_drain: 'Ce que la batterie perd la nuit au-delà des besoins du boîtier.',
    held_one_side: 'Suit la température dans un sens et reste en retard dans l’autre.',
    icing: 'Immobile par le gel, elle repart au dégel.',
    unusual: 'Les mesures s’écartent de l’habituel pour cet AERO et aucun défaut connu ne correspond.',
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
    no_light: 'La tension du panneau, qui distingue le jour de la nuit, manque.',
    too_little_charging: 'La batterie a pris trop peu de charge pour conclure.',
    other_battery: 'Ce n’est pas une batterie à un seul élément lithium-ion.',
    event: 'Un événement brusque se trouve dans ses jours : ce qui précède ne dit rien du présent.',
    no_twin: 'Le boîtier n’a pas d’autre AERO pour comparer.',
    no_neighbours: 'Aucun boîtier proche pour comparer.',
    log_time: 'Non surveillé à cette période de mesure.',
  },
  unit: { '/d': '/j', '%/month': '%/mois', 'mV/week': 'mV/semaine' },
  value: { never: 'au-delà de toute température' },
  only: 'Seulement ce qui demande attention',
} as const satisfies Translation<typeof en>;
