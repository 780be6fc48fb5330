import { builtInColumns, pausedUntil } from '../../contract/imports/plan.ts'

/** Of a subscriber. */
export const attributes = [...builtInColumns, pausedUntil] as const

export type BuiltIn = (typeof attributes)[number]

/** Letters and digits in lower case, without accents: `E-Mail` and `email` are the same title. */
export function bare(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Titles of the built-in fields in other products and in six languages, as `bare` writes them. */
const synonyms: Partial<Record<BuiltIn, string>> = {
  email: `emailaddress mail mailaddress emailaddr subscriberemail contactemail emailid primaryemail workemail
    mailadresse emailadresse courriel adresseemail adressemail adresseelectronique mel correo correoelectronico
    direccioncorreo direcciondecorreoelectronico direccionemail indirizzoemail postaelettronica indirizzodipostaelettronica
    enderecodeemail correioeletronico correioelectronico emailadres mailadres epost`,
  status: 'subscriberstatus subscriptionstatus emailstatus',
  email_format: 'format emailtype preferredformat mailformat',
  confirmed: 'isconfirmed doubleoptin',
  subscribe_time: `subscribedat subscribedon subscribedate subscriptiondate subscriptiontime datesubscribed signupdate
    signuptime signedupat optintime optindate dateadded addedat addedtime joinedat datejoined joindate profilecreatedon
    emailmarketingconsenttimestamp anmeldedatum angemeldetam datedinscription dateinscription fechadealta fechaalta
    fechadesuscripcion datadiiscrizione dataiscrizione datadeinscricao datainscricao inschrijfdatum aangemeldop`,
  subscribe_ip:
    'signupip optinip subscriptionip subscribeip ip ipaddress adresseip direccionip indirizzoip ipadres',
  remove_time: `removedat removedate unsubscribedat unsubscribedon unsubscribetime unsubtime unsubscribedate
    dateunsubscribed optouttime optoutdate cleantime emailsuppressionstimestamp emailbounceddate abmeldedatum abgemeldetam
    datededesinscription datedesabonnement fechadebaja fechabaja datadidisiscrizione datadecancelamento uitschrijfdatum`,
  remove_ip: 'removedip unsubscribeip optoutip',
  confirm_time: 'confirmedat confirmedon confirmdate confirmationtime confirmationdate bestatigtam',
  paused_until:
    'pauseduntil pauseuntil pauseends pauseend snoozeduntil snoozeuntil pausiertbis pausebis pausejusqua pausahasta gepauzeerdtot',
}

const builtInOf = new Map(
  Object.entries(synonyms).flatMap(([name, words]) =>
    words.split(/\s+/).map((word) => [word, name as BuiltIn] as const),
  ),
)

export function builtInByTitle(title: string): BuiltIn | null {
  return builtInOf.get(bare(title)) ?? null
}

/**
 * What people call the same thing in English, German, French, Spanish, Italian, Portuguese and Dutch. A title and a
 * custom field with words of one line belong together. What people write freely comes first.
 */
const freeText = [
  `firstname fname givenname forename vorname rufname prenom nombre nombredepila primernombre nomeproprio primeironome
    voornaam roepnaam nome`,
  `lastname lname surname familyname secondname nachname familienname zuname nom nomdefamille apellido apellidos cognome
    sobrenome apelido ultimonome achternaam familienaam`,
  `fullname name contactname wholename namekomplett vollername nomcomplet nombrecompleto nombreyapellidos nomecompleto
    nomeecognome volledigenaam naam`,
  'company companyname organization organisation account accountname firma firmenname unternehmen societe entreprise empresa azienda societa bedrijf bedrijfsnaam',
  'phone phonenumber telephone tel telefon telefonnummer telefono telefone telefoon telefoonnummer numerodetelephone',
  'mobile mobilephone mobilenumber cell cellphone sms handy mobilnummer mobiltelefon portable movil cellulare celular telemovel mobiel',
  'city town ort stadt wohnort ville ciudad citta comune cidade plaats stad woonplaats',
  'zip zipcode postcode postalcode plz postleitzahl codepostal codigopostal cap cep',
  'street address address1 addressline1 streetaddress strasse adresse rue direccion calle indirizzo via endereco morada adres straat',
  'jobtitle position function beruf funktion poste cargo puesto ruolo functie',
  'website url web webseite siteweb sitioweb sitoweb',
]

const concepts = [
  ...freeText,
  'state region stateregion stateprovinceregion province bundesland provincia estado regione provincie',
  'country countryregion land pays pais paese nazione',
  'birthday birthdate dateofbirth dob geburtstag geburtsdatum datedenaissance anniversaire fechadenacimiento cumpleanos datadinascita compleanno datadenascimento aniversario geboortedatum verjaardag',
  'gender sex geschlecht genre sexe sexo genero sesso geslacht',
  'salutation title anrede civilite tratamiento titolo tratamento aanhef',
  'language lang preferredlanguage sprache langue idioma lingua taal',
].map((words) => new Set(words.split(/\s+/)))

/** @returns indexes of `concepts`; most titles have one or none. */
function conceptsOf(title: string): number[] {
  const word = bare(title)
  return concepts.flatMap((words, index) => (words.has(word) ? [index] : []))
}

export function meanTheSame(title: string, fieldName: string): boolean {
  const ofField = conceptsOf(fieldName)
  return conceptsOf(title).some((concept) => ofField.includes(concept))
}

/** Names, places and the like: a field for them takes any text, even if this file has few different ones. */
export function isFreeText(title: string): boolean {
  return conceptsOf(title).some((concept) => concept < freeText.length)
}

/** Words for yes and no in ten languages, as `bare` writes them. */
export const yesWords = new Set(
  'true 1 yes y t on ja j oui o si s sim x vrai wahr verdadero vero waar tak prawda ano evet igen kylla да はい 有'.split(' '),
) // oxfmt-ignore
export const noWords = new Set(
  'false 0 no n f off nein non nao nee faux falsch falso onwaar nie falsz nej nei ne hayir nem ei нет いいえ 無'.split(' '),
) // oxfmt-ignore

/** The words for no in the spelling of cells: rules compare whole cells. */
export const noCells = [...noWords, 'não', 'fałsz']
export const yesCells = [...yesWords, 'sí', 'sì', 'áno']
