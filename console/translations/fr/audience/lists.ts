import { people } from './amounts.ts'
import type * as en from '../../../words/audience/lists.ts'

export const listWords: typeof en.listWords = {
  title: 'Listes',
  lead: 'Chaque liste a ses propres contacts, champs et expéditeur.',
  name: 'Nom',
  active: 'Actifs',
  unsubscribed: 'Désinscrits',
  bounced: 'Rebonds',
  other: 'Plaintes ou désactivés',
  from: 'De',
  create: 'Nouvelle liste',
  empty: {
    title: 'Aucune liste pour l’instant',
    text: 'Une liste contient les contacts à qui vous écrivez. La plupart des organisations en ont une par newsletter ou par marque.',
  },
  new: {
    title: 'Nouvelle liste',
    lead: 'Vous pourrez modifier ces valeurs plus tard.',
    name: 'Nom de la liste',
    nameHint: 'Visible uniquement par vos collègues.',
    fromName: 'Nom de l’expéditeur',
    fromNameHint: 'Ce que les destinataires voient comme expéditeur de vos messages.',
    fromEmail: 'Adresse de l’expéditeur',
    submit: 'Créer la liste',
    done: (name) => `La liste ${name} a été créée.`,
  },
  people,
  one: {
    people: 'Contacts',
    fields: 'Champs',
    settings: 'Paramètres',
    settingsHint:
      'Les nouvelles campagnes de cette liste partent de ces paramètres. Chaque campagne peut les modifier.',
    add: {
      title: 'Ajouter un contact',
      email: 'Adresse e-mail',
      submit: 'Ajouter à la liste',
      done: (email) => `${email} est sur la liste.`,
    },
    replyTo: 'Adresse de réponse',
    replyToHint: 'Si ce champ est vide, à l’adresse de l’expéditeur.',
    hasConfirmed: 'Enregistrer si les contacts ont confirmé leur inscription',
    hasFormat: 'Enregistrer si les contacts préfèrent HTML ou texte',
    save: 'Enregistrer les paramètres',
    saved: 'Les paramètres sont enregistrés.',
  },
  primaryKey: {
    title: 'Ce qui distingue les contacts',
    hint: 'Deux contacts d’une liste ne peuvent pas avoir la même valeur. Les imports s’en servent pour trouver les contacts à mettre à jour.',
    label: 'Les contacts sont identifiés par',
    address: 'Leur adresse e-mail',
    which: 'Leur adresse, ou un champ texte ou nombre obligatoire.',
    fixed: 'Modifiable uniquement tant que la liste est vide.',
    save: 'Enregistrer l’identifiant',
  },
  previewValues: {
    title: 'Valeurs pour les aperçus',
    hint: 'Les aperçus affichent ces valeurs quand ils ne portent pas sur un contact précis de la liste.',
    save: 'Enregistrer les valeurs',
  },
  defaults: {
    title: 'Envoi',
    hint: 'Les nouvelles campagnes de cette liste partent de ces paramètres. Les autorépondeurs sans paramètres propres les utilisent.',
    speed: 'Messages par heure, au plus',
    speedHint: '0 : aussi vite que possible.',
    seeds: 'Listes témoins',
    seedsHint: 'Vos propres adresses, qui reçoivent une copie de chaque campagne.',
    sender: 'Envoyé au nom de l’expéditeur par',
    senderHint: 'Une adresse pour l’en-tête Sender. La plupart des expéditeurs la laissent vide.',
    headers: 'Ajouter des en-têtes à chaque message',
    headerLines: 'En-têtes, un par ligne',
    headerHint: 'Par exemple : X-Team: Marketing',
    winner: 'Tester plusieurs versions et envoyer la meilleure à tous les autres',
    winnerHint: 'S’applique aux campagnes qui ont au moins deux versions.',
    save: 'Enregistrer le mode d’envoi',
    saved: 'Enregistré. Les nouvelles campagnes partent de ces paramètres.',
  },
  remove: {
    title: 'Supprimer la liste',
    text: (value) =>
      `La liste est supprimée avec ${people(value)}. Ses imports et exports en cours et ses campagnes en attente sont annulés. Cette action est irréversible.`,
    begin: 'Supprimer cette liste…',
    type: 'Saisissez le nom de la liste',
    left: (seconds) => `Il vous reste ${seconds} secondes pour confirmer.`,
    over: 'Le délai de confirmation est dépassé. Recommencez.',
    submit: (value) => `Supprimer la liste et ${people(value)}`,
  },
}

export const fieldWords: typeof en.fieldWords = {
  title: 'Champs',
  lead: (list) => `Ce que vous savez des contacts de ${list}, dans l’ordre où les formulaires le présentent.`,
  name: 'Nom',
  type: 'Type',
  scope: 'Listes',
  allLists: 'Toutes les listes',
  thisList: 'Cette liste',
  order: 'Ordre',
  up: (name) => `Monter ${name}`,
  down: (name) => `Descendre ${name}`,
  moved: (name, place, total) => `${name} est maintenant en position ${place} sur ${total}.`,
  editWord: 'Modifier',
  edit: (name) => `Modifier ${name}`,
  save: 'Enregistrer le champ',
  typeStays: (type) =>
    `Type : ${type}. Le type d’un champ ne peut pas être modifié, car ses valeurs sont de ce type.`,
  choicesStay:
    'Si vous renommez ou retirez un choix, les contacts qui l’ont le gardent jusqu’à ce que quelqu’un le modifie.',
  removal: {
    button: 'Supprimer',
    of: (name) => `Supprimer ${name}`,
    title: (name) => `Supprimer ${name} ?`,
    needed:
      'Suppression impossible pour l’instant, car ces éléments en ont besoin. Modifiez-les ou terminez-les d’abord :',
    lost: (value, estimate) => {
      if (estimate !== null)
        return `Valeurs perdues : ${people(0, false, estimate)}. Cette action est irréversible.`
      if (value === null)
        return 'Les valeurs de tous les contacts seront perdues. Cette action est irréversible.'
      if (value === 0) return 'Aucun contact n’a de valeur dans ce champ. Cette action est irréversible.'
      return `Les valeurs de ${people(value)} seront perdues. Cette action est irréversible.`
    },
    mentioned: (name) =>
      `Ces éléments continuent sans lui. Les messages qui contiennent son code affichent le code lui-même, %%${name}%%, jusqu’à ce que vous les modifiiez :`,
    action: (name) => `Supprimer ${name} et ses valeurs`,
  },
  deleted: {
    title: 'Champs supprimés',
    hint: 'Les valeurs de ces champs ont été supprimées avec eux et ne peuvent pas être rétablies. Pour en réutiliser un, ajoutez un champ du même nom et importez les valeurs.',
    held: (type, choices) => (choices.length === 0 ? type : `${type} : ${choices.join(', ')}`),
    at: (zone) => `Suppression, ${zone}`,
  },
  add: 'Ajouter un champ',
  forAll: 'Pour toutes les listes',
  forAllHint: 'Toutes les listes de l’organisation reçoivent le champ, les nouvelles aussi.',
  promote: 'En faire un champ de toutes les listes',
  promoteHint: 'Les autres listes reçoivent le champ sans valeurs. Cette action est irréversible.',
  submit: 'Ajouter le champ',
  required: 'Une valeur est obligatoire',
  requiredWord: 'obligatoire',
  instructions: 'Texte d’aide pour les personnes qui le remplissent',
  start: 'Valeur initiale',
  startHint: 'Ce qu’un formulaire affiche avant toute modification.',
  rows: 'Lignes dans un formulaire',
  encodeHtml: 'Afficher la valeur telle que saisie',
  encodeHtmlHint:
    'Si cette option est désactivée, le HTML de la valeur devient une partie du message : uniquement pour des valeurs que vous écrivez vous-même.',
  encodeUrl: 'Encoder la valeur dans les liens',
  encodeUrlHint: 'Si cette option est désactivée, la valeur peut former plusieurs parties d’une adresse.',
  options: 'Choix, un par ligne',
  minimum: 'Plus petit nombre',
  maximum: 'Plus grand nombre',
  shortest: 'Longueur minimale',
  longest: 'Longueur maximale',
  empty: {
    title: 'Aucun champ pour l’instant',
    text: 'Sans champs, une liste n’a que des adresses. Ajoutez des champs pour les noms, les villes ou les anniversaires et utilisez-les dans les messages et les segments.',
  },
  types: {
    text: 'Texte',
    text_multiline: 'Texte, plusieurs lignes',
    number: 'Nombre entier',
    decimal: 'Nombre décimal',
    date: 'Date',
    day_of_year: 'Jour de l’année',
    select_single_dropdown: 'Un choix, dans un menu',
    select_single_radio: 'Un choix, tous affichés',
    select_multiple_checkboxes: 'Plusieurs choix',
    boolean: 'Oui ou non',
  },
}
