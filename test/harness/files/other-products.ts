/** Exports of other products, written as these products write them, about people who do not exist. */
export type ProductExport = {
  filename: string
  content: string | Buffer
  separator?: string
  /** By address; people who are not named are active. */
  left: Record<string, 'unsubscribed' | 'bounced' | 'scomp' | 'deactivated'>
  /** The header of each column that becomes an attribute of subscribers, not a custom field. */
  attributes: string[]
}

const lines = (...rows: string[]) => rows.join('\n') + '\n'

const mailchimpColumns =
  '"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION'
const mailchimpEnd = 'LAST_CHANGED,LEID,EUID,NOTES,TAGS'

const mailchimp: ProductExport[] = [
  {
    filename: 'subscribed_email_audience_export_5f1c2a7b9d.csv',
    content: lines(
      `${mailchimpColumns},${mailchimpEnd}`,
      'zoe.mueller@example.com,Zoë,Müller,"Lindenstraße 4  Köln  50674  DE",,12/25,2,"2023-05-01 12:34:56",192.0.2.10,"2023-05-01 12:36:00",192.0.2.10,50.9375,6.9603,1,2,Europe/Berlin,DE,NW,"2024-02-03 08:00:00",417620001,a1b2c3d4e5,,"""VIP"",""Kunde, alt"""',
      'liam@example.com,Liam,"O\'Neill, jr.",,+353201234,02/29,5,"2022-11-30 23:59:59",2001:db8::5,"2022-12-01 00:00:10",2001:db8::5,,,,,,,,"2024-02-03 08:00:00",417620002,f6a7b8c9d0,"asked about ""the offer""",',
    ),
    left: {},
    attributes: ['Email Address', 'OPTIN_TIME', 'OPTIN_IP', 'CONFIRM_TIME'],
  },
  {
    filename: 'unsubscribed_email_audience_export_5f1c2a7b9d.csv',
    content: lines(
      `${mailchimpColumns},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,${mailchimpEnd}`,
      'ines@example.com,Inês,Carvalho,,,,2,"2021-01-02 03:04:05",192.0.2.20,"2021-01-02 03:05:00",192.0.2.20,,,,,,,,"2023-03-04 05:06:07","Primavera – 20 %",c0ffee,NORMAL,,"2023-03-04 05:06:07",417620003,aa11,,',
      'noor@example.com,Noor,de Vries,,,,2,"2021-01-02 03:04:05",192.0.2.21,"2021-01-02 03:05:00",192.0.2.21,,,,,,,,"2023-03-05 05:06:07",,,OTHER,"te veel, echt","2023-03-05 05:06:07",417620004,bb22,,',
    ),
    left: { 'ines@example.com': 'unsubscribed', 'noor@example.com': 'unsubscribed' },
    attributes: ['Email Address', 'OPTIN_TIME', 'OPTIN_IP', 'CONFIRM_TIME', 'UNSUB_TIME'],
  },
  {
    filename: 'cleaned_email_audience_export_5f1c2a7b9d.csv',
    content: lines(
      `${mailchimpColumns},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,${mailchimpEnd}`,
      'gone@example.com,Gone,Away,,,,1,"2020-01-02 03:04:05",192.0.2.30,"2020-01-02 03:05:00",192.0.2.30,,,,,,,,"2022-07-08 09:10:11","Summer",beef01,"2022-07-08 09:10:11",417620005,cc33,,',
    ),
    left: { 'gone@example.com': 'bounced' },
    attributes: ['Email Address', 'OPTIN_TIME', 'OPTIN_IP', 'CONFIRM_TIME', 'CLEAN_TIME'],
  },
]

const hubspot: ProductExport = {
  filename: 'all-contacts.csv',
  content: `\ufeff${lines(
    '"Record ID","First Name","Last Name",Email,"Phone Number","Contact owner","Lead Status","Marketing contact status","Create Date","Unsubscribed from all email","Opted out of email: Marketing Information","Email hard bounce reason","Associated Company","Average Pageviews"',
    '"51","Ana","Núñez","ana@example.com","+34 600 000 001","Eva (eva@example.org)","Open","Marketing contact","2023-01-05 10:11","","","","Peña & Hijos, S.L.","1.5"',
    '"52","Bob","Stone","bob@example.com","","","","Marketing contact","2023-02-05 10:11","true","","","Stone ""Rock"" Ltd",""',
    '"53","Cleo","Vent","cleo@example.com","","","In progress","Marketing contact","2023-03-05 10:11","","true","","",""',
    '"54","Dan","Hard","dan@example.com","","","","Marketing contact","2023-04-05 10:11","false","","UNKNOWN_USER","","0"',
    '"9007199254740993","Eve","Plain","eve@example.com","","","","Non-marketing contact","2023-05-05 10:11","false","false","","",""',
  )}`,
  left: {
    'bob@example.com': 'unsubscribed',
    'cleo@example.com': 'unsubscribed',
    'dan@example.com': 'bounced',
    'eve@example.com': 'deactivated',
  },
  attributes: ['Email'],
}

/** Reports are exported in the code page of Western Europe, every cell in quotes. */
const salesforce: ProductExport = {
  filename: 'report1700000000000.csv',
  content: Buffer.from(
    [
      '"Salutation","First Name","Last Name","Title","Account Name","Mailing City","Mailing Zip/Postal Code","Email","Email Opt Out","Do Not Call","Email Bounced Reason","Created Date"',
      '"Frau","J\u00fcrgen","Gr\u00fcn","","Gr\u00fcn \u0096 S\u00f6hne","K\u00f6ln","01067","juergen@example.com","0","1","","5/31/2023"',
      '"Mr.","Sam","Left","CEO, founder","\u0093Left\u0094 Inc.","Boston","02134","sam@example.com","1","0","","5/1/2023"',
      '"","Uma","Bounce","","","","","uma@example.com","0","0","550 5.1.1 <uma@example.com>: no such user","6/2/2023"',
    ].join('\r\n') + '\r\n',
    'latin1',
  ),
  left: { 'sam@example.com': 'unsubscribed', 'uma@example.com': 'bounced' },
  attributes: ['Email'],
}

const klaviyo: ProductExport = {
  filename: 'Newsletter_2024-02-03.csv',
  content: lines(
    'Email,Klaviyo ID,First Name,Last Name,Organization,Phone Number,City,State / Region,Country,Zip Code,Source,IP Address,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,Email Suppressions Timestamp,SMS Marketing Consent,Last Open,Accepts Marketing Score',
    'kai@example.com,01HA,Kai,Ōta,,,Tōkyō,,Japan,100-0001,Form,192.0.2.40,SUBSCRIBED,2023-05-06T07:08:09+00:00,[],,NEVER_SUBSCRIBED,2024-01-01T00:00:00+00:00,7',
    'lea@example.com,01HB,Léa,Dubois,,,Paris,,France,01000,,,UNSUBSCRIBED,2023-05-06T07:08:09+00:00,"[""UNSUBSCRIBE""]",2023-06-06T07:08:09+00:00,NEVER_SUBSCRIBED,,3',
    'max@example.com,01HC,Max,Maß,,,Wien,,Austria,1010,Import,,NEVER_SUBSCRIBED,,[],,,,',
    'nia@example.com,01HD,Nia,Cole,,,,,,,,,SUBSCRIBED,2023-05-06T07:08:09+00:00,"[""HARD_BOUNCE""]",2023-07-06T07:08:09+00:00,SUBSCRIBED,,12',
    'ola@example.com,01HE,Ola,Nord,,,,,,,,,SUBSCRIBED,2023-05-06T07:08:09+00:00,"[""SPAM_COMPLAINT"",""UNSUBSCRIBE""]",2023-07-06T07:08:09+00:00,UNSUBSCRIBED,,0',
    'pia@example.com,01HF,Pia,Blank,,,,,,,,,,,,,,,',
  ),
  left: {
    'lea@example.com': 'unsubscribed',
    'max@example.com': 'deactivated',
    'nia@example.com': 'bounced',
    'ola@example.com': 'scomp',
    'pia@example.com': 'deactivated',
  },
  attributes: ['Email', 'IP Address', 'Email Marketing Consent Timestamp', 'Email Suppressions Timestamp'],
}

const brevo: ProductExport = {
  filename: 'contact-export-1700000000.csv',
  separator: ';',
  content: `\ufeff${lines(
    'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;DOUBLE_OPT-IN;OPT_IN_DATE;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
    '1;rosa@example.com;Rosa;Bianchi;391230000;Yes;;No;No;31-05-2023 12:34:56;01-06-2023 00:00:00',
    '2;tom@example.com;Tomás;"Silva; Filho";;No;;Yes;No;01-06-2023 12:34:56;02-06-2023 00:00:00',
    '3;una@example.com;Úna;Byrne;;Yes;;No;Yes;02-06-2023 12:34:56;03-06-2023 00:00:00',
  )}`,
  left: { 'tom@example.com': 'unsubscribed' },
  attributes: ['EMAIL', 'ADDED_TIME'],
}

const sendgrid: ProductExport = {
  filename: 'contacts_export.csv',
  content: lines(
    'EMAIL,FIRST_NAME,LAST_NAME,ADDRESS_LINE_1,CITY,STATE_PROVINCE_REGION,POSTAL_CODE,COUNTRY,ALTERNATE_EMAILS,PHONE_NUMBER,UNIQUE_NAME,CREATED_AT,UPDATED_AT,CONTACT_ID,loyalty_points,GLOBAL_UNSUBSCRIBES,UNSUBSCRIBE_GROUPS',
    'vera@example.com,Vera,Nováková,"Dlouhá 1, byt 2",Praha,,11000,CZ,vera@example.net,+420000,,2023-05-06T07:08:09Z,2024-05-06T07:08:09Z,0a1b-2c,120,,',
    'will@example.com,Will,Gone,,Austin,TX,00501,US,,,,2023-05-06T07:08:09Z,2024-05-06T07:08:09Z,0a1b-2d,0,2024-01-02T03:04:05Z,',
    'xena@example.com,Xena,Group,,,,,,,,,2023-05-06T07:08:09Z,2024-05-06T07:08:09Z,0a1b-2e,7,,"Weekly digest, Offers"',
  ),
  left: { 'will@example.com': 'unsubscribed', 'xena@example.com': 'unsubscribed' },
  attributes: ['EMAIL'],
}

export const otherProducts: [product: string, files: ProductExport[]][] = [
  ['Mailchimp', mailchimp],
  ['HubSpot', [hubspot]],
  ['Salesforce', [salesforce]],
  ['Klaviyo', [klaviyo]],
  ['Brevo', [brevo]],
  ['SendGrid', [sendgrid]],
]
