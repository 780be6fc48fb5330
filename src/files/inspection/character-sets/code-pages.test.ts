import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../../test/harness/core/measure.ts'
import { findCodePage } from './code-pages.ts'

const people = {
  German: ['Jürgen', 'Müller', 'Köhler', 'Straße', 'Größe', 'Bärbel', 'Düsseldorf', 'Gößweinstein', 'Weiß', 'Übelhör'],
  French: ['Hélène', 'François', 'Théo', 'Benoît', 'Noël', 'Orléans', 'Île-de-France', 'Bézier', 'Crécy', 'Zoé'],
  Spanish: ['Muñoz', 'García', 'López', 'Begoña', 'Íñigo', 'Martín', 'Cádiz', 'Córdoba', 'Málaga', 'Agüero'],
  Portuguese: ['João', 'São Paulo', 'Conceição', 'Antônio', 'Magalhães', 'Simões', 'Vitória', 'Lourenço'],
  Nordic: ['Søren', 'Åse', 'Jørgensen', 'Håkan', 'Björn', 'Gothenburg', 'Malmö', 'Ærø', 'Lindström'],
  Polish: ['Łukasz', 'Michał', 'Wąsik', 'Świątek', 'Żółć', 'Kraków', 'Łódź', 'Gdańsk', 'Stanisław', 'Agnieszka Dąbrowska'],
  Czech: ['Jiří', 'Dvořák', 'Čapek', 'Růžena', 'Žižka', 'Plzeň', 'Novák', 'Tomáš', 'Ondřej', 'Štěpán'],
  Hungarian: ['Erzsébet', 'Győr', 'Gyöngyösi', 'Dezső', 'Pécs', 'Kőszeg', 'Szűcs', 'László', 'Ödön'],
  Latvian: ['Jānis', 'Bērziņš', 'Rīga', 'Ilze Kalniņa', 'Jūrmala', 'Ķekava'],
  Hebrew: ['משה', 'כהן', 'שרה', 'לוי', 'חיפה', 'ירושלים'],
  Readings: ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ｽｽﾞｷ ﾊﾅｺ', 'ｻﾄｳ ｲﾁﾛｳ'],
  Euros: ['Cœur', '12 €', 'Hélène', 'Œuvre'],
  Russian: ['Иван', 'Мария', 'Сергей', 'Кузнецов', 'Смирнова', 'Москва', 'Екатеринбург', 'Пётр', 'Наталья'],
  Ukrainian: ['Олексій', 'Київ', 'Євген', 'Їжакевич', 'Шевченко', 'Наталія', 'Ґалаґан', 'Дніпро'],
  Thai: ['สมชาย', 'กรุงเทพมหานคร', 'สมศรี', 'เชียงใหม่', 'วิชัย', 'นครราชสีมา', 'มาลี', 'ประเสริฐ'],
  Arabic: ['محمد', 'فاطمة', 'القاهرة', 'أحمد', 'دبي', 'الرياض', 'خالد', 'عائشة'],
  Greek: ['Γιώργος', 'Μαρία', 'Παπαδόπουλος', 'Αθήνα', 'Θεσσαλονίκη', 'Νίκος', 'Ελένη', 'Κωνσταντίνος'],
  Japanese: ['田中', '太郎', '佐藤', '花子', '東京都', '鈴木', '一郎', '渡辺さくら', 'ケンジ', '大阪市'],
  Chinese: ['王伟', '李娜', '张敏', '刘洋', '陈静', '北京市', '上海', '赵磊', '周杰', '孙丽'],
  Taiwanese: ['陳怡君', '林志明', '黃淑芬', '張雅婷', '台北市', '高雄', '王建國', '李美玲'],
  Korean: ['김민수', '이영희', '박지훈', '서울', '최수진', '부산', '정다은', '강현우'],
} // oxfmt-ignore

function file(names: readonly string[], characterSet: string): Buffer {
  const rows = names.map((name, index) => `person${index}@example.com;${name};Town\r\n`)
  return iconv.encode(`E-Mail;Name;Ort\r\n${rows.join('')}`, characterSet)
}

describe('the code page of a file is found by its names', () => {
  test.each([
    ['German', 'windows-1252'],
    ['German', 'macintosh'],
    ['German', 'IBM850'],
    ['French', 'windows-1252'],
    ['French', 'macintosh'],
    ['Spanish', 'windows-1252'],
    ['Spanish', 'macintosh'],
    ['Portuguese', 'windows-1252'],
    ['Portuguese', 'macintosh'],
    ['Nordic', 'windows-1252'],
    ['Nordic', 'macintosh'],
    ['Polish', 'windows-1250'],
    ['Czech', 'windows-1250'],
    ['Polish', 'ISO-8859-2'],
    ['Czech', 'ISO-8859-2'],
    ['Hebrew', 'windows-1255'],
    ['Readings', 'Shift_JIS'],
    ['Euros', 'ISO-8859-15'],
    ['Hungarian', 'windows-1250'],
    ['Russian', 'windows-1251'],
    ['Russian', 'KOI8-R'],
    ['Russian', 'IBM866'],
    ['Ukrainian', 'windows-1251'],
    ['Ukrainian', 'KOI8-U'],
    ['Thai', 'windows-874'],
    ['Arabic', 'windows-1256'],
    ['Polish', 'IBM852'],
    ['Czech', 'IBM852'],
    ['Hungarian', 'IBM852'],
    ['Nordic', 'IBM850'],
    ['Latvian', 'windows-1257'],
    ['Greek', 'windows-1253'],
    ['Japanese', 'Shift_JIS'],
    ['Japanese', 'EUC-JP'],
    ['Chinese', 'GBK'],
    ['Taiwanese', 'Big5'],
    ['Korean', 'EUC-KR'],
  ] as const)('%s in %s', (language, characterSet) => {
    const found = findCodePage(file(people[language], characterSet))
    expect(found?.value).toBe(characterSet)
    expect(people[language].join(' ')).toContain(found?.examples[0])
    expect(found?.problem).toBe('')
  })

  test('a long cell takes no more time than short ones of its size', async () => {
    const long = Buffer.from(`a@example.com;${'a'.repeat(16_000)};é\n`, 'latin1')
    const { cpuMs } = await cpuTimeOf(() => findCodePage(long))
    expect(cpuMs).toBeLessThan(2000)
  })

  test('rows in a code page behind rows in UTF-8 are named', () => {
    const mixed = Buffer.concat([file(people.German, 'utf8'), file(people.German, 'windows-1252')])
    expect(findCodePage(mixed)?.problem).toContain('Some lines are in UTF-8 and some are not')
  })

  test.each([
    ['German', 'windows-1252', 'Jürgen'],
    ['German', 'macintosh', 'Jürgen'],
    ['Polish', 'windows-1250', 'Michał'],
    ['Japanese', 'Shift_JIS', '佐藤花子'],
  ])('and by one name in a thousand rows: %s in %s', (_language, characterSet, name) => {
    const names = Array.from({ length: 1000 }, () => 'Ann')
    expect(findCodePage(file([...names, name], characterSet))?.value).toBe(characterSet)
  })
})
