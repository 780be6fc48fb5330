import { describe, expect, test } from 'vitest'
import { file, proposed } from '../../../../test/harness/files/left/proposed.ts'

const exports: [string, string][] = [
  ['Ghost', file('email,name,note,subscribed_to_emails,complimentary_plan', 'in,Ann,,true,false', 'out,Ben,,false,false')],
  ['Substack', file('email,active_subscription,email_disabled', 'in,true,false', 'out,true,true')],
  ['Constant Contact', file('Email address,First name,Email status - other,Email permission status - other', 'in,Ann,Active,Implicit', 'in,Ann,Active,Express', 'out,Ben,Active,Unsubscribed')],
  ['Campaign Monitor', file('Email,Name,State', 'in,Ann,Active', 'out,Ben,Unsubscribed', 'out,Cid,Bounced', 'out,Dan,Deleted', 'out,Eve,Unconfirmed')],
  ['CleverReach', file('email;activated;registered;deactivated', 'in;2024-01-01 10:00:00;2024-01-01 10:00:00;0000-00-00 00:00:00', 'out;2024-01-01;2024-01-01;2024-05-02 10:00:00')],
  ['Newsletter2Go', file('E-Mail;Vorname;Abgemeldet;Bounce', 'in;Ann;0;', 'out;Ben;1;', 'out;Cid;0;hard')],
  ['Dotdigital', file('email,optInType,status', 'in,Single,Subscribed', 'out,Single,HardBounced', 'out,Single,IspComplained', 'out,Single,MailBlocked', 'out,Single,PendingOptIn')],
  ['Emarsys', file('email,first_name,optin', 'in,Ann,1', 'out,Ben,2')],
  ['iContact', file('email,firstName,status', 'in,Ann,normal', 'out,Ben,donotcontact', 'out,Cid,bounced')],
  ['FreshMail', file('Email;Imię;Status', 'in;Ann;Aktywny', 'out;Ben;Zrezygnował', 'out;Cid;Odbicie twarde', 'out;Dan;Do aktywacji')],
  ['Sarbacane', file('email;nom;Désinscrit;NPAI;Plainte', 'in;Ann;;;', 'out;Ben;Oui;;', 'out;Cid;;Oui;', 'out;Dan;;;Oui')],
  ['Doppler', file('EMAIL;FIRSTNAME;Estado', 'in;Ann;Activo', 'out;Ben;Removido por Hard Bounced', 'out;Cid;Removido por Unsubscribed', 'out;Dan;Desuscripto')],
  ['Intercom', file('Email,Unsubscribed from Emails,Has hard bounced', 'in,false,false', 'out,true,false', 'out,false,true')],
  ['Dynamics', file('E-Mail;Name;E-Mails zulassen', 'in;Ann;Zulassen', 'out;Ben;Nicht zulassen')],
  ['CiviCRM', file('Email,Name,On Hold', 'in,Ann,No', 'out,Ben,On Hold Bounce', 'out,Cid,On Hold Opt Out')],
  ['Marketo', file('Email Address,Unsubscribed,Marketing Suspended', 'in,0,0', 'out,1,0', 'out,0,1')],
  ['ZeroBounce', file('Email,ZB Status', 'in,valid', 'out,invalid', 'out,do_not_mail', 'out,spamtrap')],
  ['UniSender', file('Email;Имя;Статус', 'in;Ann;Активный', 'out;Ben;Отписан', 'out;Cid;Недоступен', 'out;Dan;Не активирован')],
  ['Magento', file('email,name,subscriber_status', 'in,Ann,1', 'out,Ben,2', 'out,Cid,3')],
  ['a plugin of WordPress, codes', file('email,name,status', 'in,Ann,C', 'out,Ben,S', 'out,Cid,U')],
  ['a Japanese shop, errors', file('メールアドレス,氏名,配信状態', 'in,山田,配信中', 'out,鈴木,配信停止', 'out,佐藤,エラー停止')],
  ['a Japanese shop, answers', file('メールアドレス,氏名,メルマガ', 'in,山田,希望する', 'out,鈴木,希望しない')],
  ['a Japanese shop, signs', file('メールアドレス,氏名,メルマガ受信', 'in,山田,可', 'out,鈴木,不可')],
  ['a database, times of deletion', file('email,name,deleted_at', 'in,Ann,NULL', 'in,Bea,\\N', 'out,Cid,2024-02-03 10:00:00')],
  ['a table, ends in German', file('E-Mail;Name;Newsletter gekündigt am', 'in;Ann;', 'out;Ben;31.12.2023')],
  ['a table, remarks in German', file('E-Mail;Name;Bemerkung', 'in;Ann;Stammkunde', 'out;Ben;will keinen Newsletter mehr', 'out;Cid;bitte keine E-Mails mehr', 'out;Dan;verstorben')],
  ['a table, remarks in English', file('Email,Name,Notes', 'in,Ann,VIP', 'out,Ben,please do not email', 'out,Cid,asked to be removed', 'out,Dan,wants no more emails')],
  ['a table, German short forms', file('E-Mail;Name;NL', 'in;Ann;ja', 'out;Ben;nein')],
  ['a table, a German distribution list', file('E-Mail;Name;Im Verteiler', 'in;Ann;ja', 'out;Ben;nein')],
  ['a table, French refusals', file('Email;Nom;Accord RGPD', 'in;Ann;OK', 'out;Ben;Refus')],
  ['a table, no more in French', file('Email;Nom;Ne souhaite plus recevoir', 'in;Ann;', 'out;Ben;X')],
  ['a table, Spanish advertising', file('Email;Nombre;Acepta publicidad', 'in;Ann;Sí', 'out;Ben;No')],
  ['a table, Portuguese news', file('Email;Nome;Quer receber novidades', 'in;Ann;Sim', 'out;Ben;Não')],
  ['a table, Turkish', file('E-posta;Ad;Bülten', 'in;Ann;Evet', 'out;Ben;Hayır')],
  ['a table, Russian', file('Email;Имя;Согласие на рассылку', 'in;Ann;да', 'out;Ben;нет')],
  ['a form, a question', file('Email,Name,Can we contact you?', 'in,Ann,Yes', 'out,Ben,No')],
  ['rapidmail', file('E-Mail;Vorname;Status', 'in;Ann;aktiv', 'out;Ben;abgemeldet', 'out;Cid;gebounct', 'out;Dan;beschwert')],
  ['Mailjet', file('email,name,IsExcludedFromCampaigns', 'in,Ann,false', 'out,Ben,true')],
  ['phpList', file('email,confirmed,blacklisted,disabled', 'in,1,0,0', 'out,0,0,0', 'out,1,1,0', 'out,1,0,1')],
  ['Mautic', file('email,firstname,dnc', 'in,Ann,', 'out,Ben,unsubscribed', 'out,Cid,bounced')],
  ['listmonk', file('uuid,email,status', 'a,b,c').replace(/\n.*\n$/, '\n1,in@example.com,enabled\n2,out@example.com,blocklisted\n')],
  ['Sendy', file('Email,Name,Status', 'in,Ann,Subscribed', 'out,Ben,Unsubscribed', 'out,Cid,Bounced', 'out,Dan,Marked as spam')],
  ['MailerLite', file('Subscriber,Status,Sent', 'in,Active,3', 'out,Unsubscribed,3', 'out,Bounced,1', 'out,Junk,1')],
  ['Kit', file('email_address,first_name,status', 'in,Ann,active', 'out,Ben,cancelled', 'out,Cid,bounced', 'out,Dan,complained')],
  ['beehiiv', file('email,status,created', 'in,active,2024-01-02', 'out,inactive,2024-01-02', 'out,unsubscribed,2024-01-02')],
  ['ActiveCampaign', file('Email,List status', 'in,Active', 'out,Unsubscribed', 'out,Unconfirmed', 'out,Bounced')],
  ['Omnisend', file('Email,Email Status,SMS Status', 'in,subscribed,nonSubscribed', 'out,unsubscribed,subscribed', 'out,nonSubscribed,nonSubscribed')],
  ['AWeber', file('Email,Name,Status', 'in,Ann,Subscribed', 'out,Ben,Unsubscribed', 'out,Cid,Unconfirmed')],
  ['CleverReach', file('email;bounced;activated;deactivated', 'in;0;1700000000;0', 'out;0;1700000000;1700000001', 'out;0;0;0')],
  ['Brevo', file('EMAIL;BLACKLISTED;DOUBLE_OPT-IN', 'in;0;Yes', 'out;1;Yes')],
  ['Salesforce', file('Email,HasOptedOutOfEmail', 'in,0', 'out,1')],
  ['Dynamics', file('Email,Do not allow Bulk Emails,donotbulkemail', 'in,Allow,No', 'out,Do Not Allow,Yes')],
  ['Pipedrive', file('Email,Marketing status', 'in,Subscribed', 'out,Unsubscribed', 'out,No consent', 'out,Archived')],
  ['Mailchimp', file('Email Address,MEMBER_RATING,UNSUB_TIME', 'in,2,', 'out,2,2024-01-02 10:00:00')],
  ['HubSpot', file('Email,Unsubscribed from all email', 'in,false', 'out,true')],
  ['Klaviyo', file('Email,Email Marketing Consent', 'in,SUBSCRIBED', 'out,UNSUBSCRIBED', 'out,NEVER_SUBSCRIBED')],
  ['Acumbamail', file('email;estado', 'in;Activo', 'out;Dado de baja', 'out;Rebote', 'out;Queja')],
  ['Moosend', file('Email,Name,Subscription status', 'in,Ann,Subscribed', 'out,Ben,Unsubscribed', 'out,Cid,Removed')],
  ['Benchmark', file('Email,Opted in,Bounced', 'in,Yes,No', 'out,No,No', 'out,Yes,Yes')],
  ['Squarespace', file('Email Address,Subscriber Since,Accepts Marketing', 'in,2024-01-02,true', 'out,2024-01-02,false')],
] // oxfmt-ignore

describe('nobody who left becomes active by the proposal of an export of', () => {
  test.each(exports)('%s', (_product, content) => {
    const { statuses } = proposed(content)
    const wrong = Object.entries(statuses).filter(
      ([name, status]) => (status === 'active') !== name.startsWith('in'),
    )
    expect(wrong).toEqual([])
    expect(Object.keys(statuses)).toHaveLength(content.trim().split('\n').length - 1)
  })
})

describe('a person is asked about', () => {
  const many = (row: string) => Array.from({ length: 1500 }, () => row)
  test.each([
    ['one cell in thousands, whatever the title', file('email,Kommentar', ...many('in,x'), 'out,abgemeldet')],
    ['a column without a title', file('email,', 'in,x', 'out,unsubscribed')],
    ['a cell with a date', file('email,Info', 'in,', 'out,Abgemeldet am 3. Mai 2024')],
    ['a tag', file('email;Tags', 'in;VIP', 'out;VIP, unsubscribed')],
    ['French', file('email,Remarque', 'in,', 'out,Désabonnée')],
    ['Spanish', file('email,Nota', 'in,', 'out,Dada de baja')],
    ['Italian', file('email,Nota', 'in,', 'out,Disiscritta')],
    ['Portuguese', file('email,Obs', 'in,', 'out,Descadastrado')],
    ['Dutch', file('email,Opmerking', 'in,', 'out,Uitgeschreven')],
    ['Polish', file('email,Uwagi', 'in,', 'out,WYPISANY')],
    ['Polish, in other words', file('email,Uwagi', 'in,', 'out,Nie wysyłać')],
    ['Japanese', file('email,備考', 'in,', 'out,配信停止')],
    ['Swedish', file('email,Not', 'in,', 'out,Avregistrerad')],
    ['accents in two characters', file('email,Note', 'in,', `out,${'désabonné'.normalize('NFD')}`)],
    ['a newsletter, yes or no', file('email;Newsletter', 'in;ja', 'out;nein')],
    ['a newsletter in Polish', file('email;Zgoda na mailing', 'in;tak', 'out;nie')],
    ['a refusal', file('email;Kein Newsletter', 'in;nein', 'out;ja')],
    ['mail that is switched off', file('email,email_disabled', 'in,0', 'out,1')],
    ['what Mautic calls it', file('email,dnc', 'in,', 'out,unsubscribed')],
    ['words in capitals', file('email,Mailing', 'in,', 'out,OPTED-OUT')],
    ['an address that is not confirmed', file('email,Bestätigt', 'in,ja', 'out,nein')],
  ])('%s', (_what, content) => {
    const { statuses, isAsked } = proposed(content)
    expect(isAsked).toBe(true)
    const left = Object.entries(statuses).filter(([, status]) => status !== 'active')
    expect(left.map(([name]) => name.replace(/\d+/, ''))).toEqual(['out'])
  }) // oxfmt-ignore
})

describe('nobody is asked about', () => {
  test.each([
    ['a company with such a word', file('email,Company', 'in,Baja Design', 'in,Unsubscribed Media GmbH')],
    ['a town', file('email,Ort', 'in,Baja', 'in,Wien')],
    ['a note with such a word', file('email,Note', 'in,Asked whether she was unsubscribed by mistake and stays', 'in,')],
    ['a priority in Spanish', file('email,Prioridad', 'in,alta', 'in,media', 'in,baja')],
    ['orders of WooCommerce', file('email,Order Status', 'in,completed', 'in,cancelled', 'in,refunded', 'in,failed')],
    ['payments of PayPal', file('From Email Address,Status', 'in,Completed', 'in,Pending', 'in,Removed', 'in,Denied')],
    ['guests of Eventbrite', file('Email,Attendee Status', 'in,Attending', 'in,Not Attending', 'in,Deleted')],
    ['subscriptions of Stripe', file('Customer Email,Status', 'in,active', 'in,canceled', 'in,past_due', 'in,trialing')],
    ['leads', file('Email,Lead Status', 'in,New', 'in,Open', 'in,Unqualified')],
    ['another channel', file('Email,SMS Status', 'in,unsubscribed', 'in,subscribed')],
    ['counts', file('Email,Emails sent,Opens', 'in,0,1', 'in,1,0')],
    ['complaints of a shop', file('Email,Ticket type', 'in,Complaint', 'in,Question')],
    ['a priority of two words', file('Email,Prioridad', 'in,alta', 'in,baja')],
    ['invoices', file('Email,Invoice by mail', 'in,yes', 'in,no')],
    ['what is not about mail', file('Email,Non smoker,No of kids,Kein Fleisch', 'in,yes,1,ja', 'in,no,0,nein')],
    ['names with such words', file('Email,Last name,Company', 'in,Stop,Bounce House Ltd', 'in,Left,Spam Foods')],
    ['regions of one letter', file('Email,State', 'in,A', 'in,B')],
  ])('%s', (_what, content) => {
    const { statuses, isAsked } = proposed(content)
    expect(isAsked).toBe(false)
    expect(new Set(Object.values(statuses))).toEqual(new Set(['active']))
  }) // oxfmt-ignore
})
