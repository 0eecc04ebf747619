import type { auth as en } from '../en/auth.ts';
import type { Translation } from '../index.ts';

export const auth = {
  login: {
    title: 'Bienvenue',
    welcome:
      'Surveillez vos appareils tendeurs de caténaire\u202f: course, pression et température de chaque AERO, au même endroit.',
    email: 'E-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié\u202f?',
    failed: 'Une erreur est survenue. Vérifiez votre identifiant et votre mot de passe.',
    caps_lock: 'La touche Verr. Maj. est activée',
    show_password: 'Afficher le mot de passe',
    hide_password: 'Masquer le mot de passe',
    privacy: 'Politique de confidentialité',
  },
  reset: {
    title: 'Réinitialiser votre mot de passe',
    explain: 'Saisissez l’adresse e-mail de votre compte. Nous vous envoyons un lien, valable une heure.',
    submit: 'Envoyer le lien',
    back: 'Retour à la connexion',
    sent_title: 'E-mail envoyé',
    sent: 'Nous avons envoyé un lien à {{email}}. Il est valable une heure et ne sert qu’une fois. S’il n’arrive pas, regardez dans vos courriers indésirables.',
    failed: 'Une erreur est survenue lors de la réinitialisation.',
    new_title: 'Choisissez un nouveau mot de passe',
    new_explain: '12 à 128 caractères. Quelques mots à la suite se retiennent bien et se devinent mal.',
    new_password: 'Nouveau mot de passe',
    confirmation: 'Nouveau mot de passe, une seconde fois',
    mismatch: 'Les deux mots de passe diffèrent',
    new_submit: 'Enregistrer le mot de passe',
    done_title: 'Mot de passe modifié',
    done: 'Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.',
    again: 'Demander un nouveau lien',
  },
  email: {
    title: 'Confirmer votre nouvelle adresse',
    explain: 'Désormais, vous vous connectez avec cette adresse et les messages y arrivent.',
    submit: 'Confirmer l’adresse',
    failed: 'L’adresse n’a pas été confirmée.',
    done_title: 'Adresse e-mail modifiée',
    done: 'Votre compte a désormais l’adresse {{email}}. L’ancienne en a été avertie.',
    profile: 'Vers votre profil',
  },
  confirm: {
    title: 'Est-ce bien vous\u202f?',
    text: 'Ce que vous demandez exige encore une fois votre mot de passe. Pendant dix minutes, il ne sera plus demandé.',
    submit: 'Confirmer',
    wrong_password: 'Ce n’est pas votre mot de passe.',
  },
  aside: {
    title: 'La tension, vue à temps.',
    text: 'Un tendeur grippé ou qui fuit se voit des semaines avant la rupture du fil.',
  },
} as const satisfies Translation<typeof en>;
