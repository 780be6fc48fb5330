import { plain } from '../bounces.ts'
import { sampleSubject } from './subject.ts'

const answers: readonly (readonly [language: string, subject: string, text: string])[] = [
  ['German', 'Abwesenheitsnotiz: ' + sampleSubject, 'Ich bin bis 15.01. nicht im Büro. Ihre E-Mail wird nicht weitergeleitet.'],
  ['German, none', 'Ich bin nicht im Büro', 'Vielen Dank für Ihre Nachricht. Ich bin nicht erreichbar.'],
  ['French', 'Absent du bureau : ' + sampleSubject, 'Je suis absent jusqu’au 15 janvier. Votre message ne sera pas transmis.'],
  ['Spanish', 'Fuera de la oficina: ' + sampleSubject, 'Estoy fuera hasta el 15 de enero. Su mensaje no será entregado a nadie.'],
  ['Italian', 'Fuori sede: ' + sampleSubject, 'Sono assente fino al 15 gennaio. Il messaggio non verrà inoltrato.'],
  ['Portuguese', 'Ausência temporária: ' + sampleSubject, 'Estou de férias até 15 de janeiro. A sua mensagem não será reencaminhada.'],
  ['Dutch', 'Afwezig: ' + sampleSubject, 'Ik ben afwezig tot 15 januari. Uw bericht wordt niet doorgestuurd.'],
  ['Polish', 'Nieobecność: ' + sampleSubject, 'Jestem nieobecny do 15 stycznia. Wiadomość nie zostanie przekazana.'],
  ['Russian', 'Я в отпуске: ' + sampleSubject, 'Меня не будет до 15 января. Письмо не будет переслано.'],
  ['Swedish', 'Frånvaro: ' + sampleSubject, 'Jag är inte på kontoret till den 15 januari. Ditt meddelande vidarebefordras inte.'],
  ['Danish', 'Ikke til stede: ' + sampleSubject, 'Jeg er ikke på kontoret. Din besked bliver ikke videresendt.'],
  ['Finnish', 'Poissa: ' + sampleSubject, 'Olen lomalla 15.1. asti. Viestiäsi ei välitetä eteenpäin.'],
  ['Czech', 'Mimo kancelář: ' + sampleSubject, 'Jsem mimo kancelář. Vaše zpráva nebude přeposlána.'],
  ['Hungarian', 'Házon kívül: ' + sampleSubject, 'Szabadságon vagyok. Üzenete nem kerül továbbításra.'],
  ['Turkish', 'Ofis dışındayım: ' + sampleSubject, 'İzindeyim. Mesajınız iletilmeyecektir.'],
  ['Japanese', '不在通知: ' + sampleSubject, '1月15日まで不在にしております。メールは転送されません。'],
  ['Chinese', '我不在办公室: ' + sampleSubject, '我将于1月15日返回。您的邮件不会被转发。'],
  ['Korean', '부재중: ' + sampleSubject, '1월 15일까지 부재중입니다. 메일은 전달되지 않습니다.'],
  ['Greek', 'Εκτός γραφείου: ' + sampleSubject, 'Απουσιάζω μέχρι τις 15 Ιανουαρίου. Το μήνυμα δεν προωθείται.'],
  ['Ukrainian', 'Мене немає в офісі: ' + sampleSubject, 'Я у відпустці до 15 січня.'],
  ['Romanian', 'În concediu: ' + sampleSubject, 'Sunt în concediu. Mesajul nu va fi transmis.'],
  ['Vietnamese', 'Tôi đang đi vắng: ' + sampleSubject, 'Tôi sẽ trở lại ngày 15.'],
  ['Thai', 'ไม่อยู่ที่สำนักงาน: ' + sampleSubject, 'ฉันจะกลับมาวันที่ 15'],
  ['Arabic', 'خارج المكتب: ' + sampleSubject, 'سأعود في 15 يناير'],
  ['Hebrew', 'מחוץ למשרד: ' + sampleSubject, 'אחזור ב-15 בינואר'],
  ['Croatian', 'Odsutan sam: ' + sampleSubject, 'Odsutan sam do 15. siječnja.'],
  ['Slovak', 'Mimo kancelárie: ' + sampleSubject, 'Som mimo kancelárie do 15.1.'],
  ['Bulgarian', 'Извън офиса: ' + sampleSubject, 'Ще се върна на 15 януари.'],
  ['Indonesian', 'Di luar kantor: ' + sampleSubject, 'Saya sedang cuti.'],
  ['Catalan', 'Fora de l\'oficina: ' + sampleSubject, 'Estic de vacances.'],
  ['Lithuanian', 'Nesu biure: ' + sampleSubject, 'Grįšiu sausio 15 d.'],
] // oxfmt-ignore

const quoted = ['', '-----Original Message-----', 'From: Acme', `Subject: ${sampleSubject}`]

/** People who are away, without a header that says so, and their postmasters. */
export const awaySamples: readonly (readonly [name: string, mail: Buffer])[] = answers.flatMap(
  ([language, subject, text]) => [
    [language, plain({ from: 'Anna Moss <anna@example.com>', subject, text: [text, ...quoted] })] as const,
    [
      `${language}, of a postmaster`,
      plain({ from: 'Postmaster <postmaster@example.com>', subject, text: [text] }),
    ] as const,
  ],
)
