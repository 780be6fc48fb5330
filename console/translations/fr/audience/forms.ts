import { count, plural } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formulaires',
    lead: (list) => `Avec un formulaire, les contacts s’inscrivent eux-mêmes à ${list}.`,
    create: 'Nouveau formulaire',
    empty: {
      title: 'Aucun formulaire pour l’instant',
      text: 'Un formulaire est une page vers laquelle vous faites un lien, ou du HTML pour votre propre site. Les contacts confirment par e-mail avant de recevoir quoi que ce soit d’autre.',
    },
    name: 'Nom',
    nameHint: 'Visible uniquement par vos collègues.',
    state: 'État',
    states: { open: 'Ouvert', closed: 'Fermé' },
    optIn: 'Confirmation',
    optIns: {
      double: 'Par un lien dans un e-mail (double opt-in)',
      single: 'Aucune (simple opt-in)',
    },
    optInHint:
      'Sans elle, les nouvelles adresses sont inscrites immédiatement. Les adresses déjà sur la liste reçoivent toujours un e-mail de confirmation.',
    shortOptIns: { double: 'Par e-mail', single: 'Aucune' },
    submitted: 'Envoyés',
    confirmed: 'Confirmés',
    pending: 'En attente',
    figures: 'Chiffres',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${times(submitted)} ${plural(submitted, { one: 'envoyé', other: 'envoyés' })}, ${times(confirmed)} ${plural(confirmed, { one: 'confirmé', other: 'confirmés' })}, ${orMore(times(pending), isExact)} en attente de confirmation.`,
    noSender:
      'Cette liste n’a pas d’adresse d’expéditeur : ses e-mails de confirmation ne peuvent pas être envoyés. Ses formulaires sont fermés jusqu’à ce que vous en définissiez une.',
    toSettings: 'Paramètres de la liste',
    new: { title: 'Nouveau formulaire', submit: 'Créer le formulaire' },
    page: 'Page',
    heading: 'Titre',
    headingHint: 'Si un texte est vide, les lecteurs voient celui de Quiver dans leur langue.',
    introduction: 'Texte au-dessus des champs',
    button: 'Texte du bouton',
    consent: 'Ce que les contacts acceptent',
    consentHint:
      'Les lecteurs doivent cocher une case à côté de ce texte. Il est conservé comme preuve avec chaque inscription. Les adresses web deviennent des liens. Vide : pas de case.',
    version: (value) => `Version ${count(value)}.`,
    fields: 'Champs',
    fieldsHint: 'Le formulaire demande toujours l’adresse et les champs exigés par la liste.',
    addField: 'Ajouter un champ',
    noFields: 'Le formulaire ne demande que l’adresse.',
    label: (name) => `Libellé de ${name}`,
    required: 'Obligatoire',
    requiredOf: (name) => `${name} est obligatoire`,
    up: (name) => `Monter ${name}`,
    down: (name) => `Descendre ${name}`,
    remove: (name) => `Retirer ${name}`,
    mail: 'E-mail de confirmation',
    mailHint: (from) =>
      from === ''
        ? 'Il est envoyé par l’expéditeur de la liste.'
        : `Il est envoyé depuis ${from}, l’expéditeur de la liste.`,
    subject: 'Objet',
    text: 'Texte',
    mailButton: 'Texte de son bouton',
    after: 'Après la confirmation',
    redirect: 'Rediriger plutôt vers cette adresse',
    redirectHint: 'Elle doit commencer par https://.',
    more: 'Règles',
    language: 'Langue',
    languageHint:
      'Si aucune n’est définie, celle de la marque ou, à défaut, celle que demande le navigateur.',
    asTheReader: 'La langue du lecteur',
    active: 'Le formulaire est ouvert',
    work: 'Demander un court calcul au navigateur',
    workHint:
      'Cela ralentit les programmes qui remplissent des formulaires. La page a alors besoin de JavaScript.',
    origins: 'Sites dont les scripts peuvent envoyer le formulaire',
    originsHint: 'Un par ligne, par exemple https://www.example.com.',
    save: 'Enregistrer le formulaire',
    saved: 'Le formulaire est enregistré.',
    preview: 'Aperçu',
    previewPage: 'Page de l’aperçu',
    previewLook: 'Apparence de l’aperçu',
    subjectIs: (subject) => `Objet : ${subject}`,
    pages: {
      form: 'Le formulaire',
      sent: 'Après l’envoi',
      mail: 'L’e-mail',
      confirm: 'Le lien de l’e-mail',
      thanks: 'Après la confirmation',
    },
    looks: { light: 'Clair', dark: 'Sombre' },
    someone: 'ann@example.com',
    share: 'Publier',
    address: 'Adresse de la page',
    embed: 'HTML pour votre propre site',
    embedHint:
      'Il ne contient aucun script. La page du formulaire montre encore une fois ce qui a été saisi, et un clic l’envoie. Recopiez le HTML après avoir modifié les champs.',
    open: 'Ouvrir la page',
    delete: {
      title: 'Supprimer le formulaire',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'Sa page se ferme. Les contacts inscrits par ce formulaire restent sur la liste.'
          : `Sa page se ferme, et ${orMore(count(pending), isExact)} ${plural(pending, { one: 'personne qui n’a pas encore confirmé ne peut plus le faire', other: 'personnes qui n’ont pas encore confirmé ne peuvent plus le faire' })}. Les contacts inscrits par ce formulaire restent sur la liste.`,
      begin: 'Supprimer ce formulaire…',
      submit: 'Supprimer le formulaire',
    },
  },
}
