import iconv from 'iconv-lite'

// Customer files as programs of a country export them, and as people have worked on them since, made from a seed.

type Country = {
  characterSet: string
  separator: string
  /** Lines above the header. */
  titles: readonly string[]
  header: readonly string[]
  name: string
  day: (year: number, month: number, day: number) => string
  amount: (whole: number, cents: string) => string
  left: string
  stays: string
  /** What stands in the place of a birthday that nobody knows. */
  unknown: string
  /** What a cell ends with, unseen. */
  invisible: string
}

const two = (value: number) => String(value).padStart(2, '0')
const grouped = (value: number, sign: string) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, sign)

export const countries = {
  German: {
    characterSet: 'windows-1252',
    separator: ';',
    titles: ['Kundenliste Köhler & Töchter, Stand 3. Mai', ''],
    header: ['Kundennr', 'E-Mail', 'Name', 'Geburtsdatum', 'Umsatz', 'Abgemeldet'],
    name: 'Jürgen Groß',
    day: (year, month, day) => `${two(day)}.${two(month)}.${year}`,
    amount: (whole, cents) => `${grouped(whole, '.')},${cents}`,
    left: 'ja',
    stays: 'nein',
    unknown: 'unbekannt',
    invisible: '\u{a0}',
  },
  Polish: {
    characterSet: 'windows-1250',
    separator: ';',
    titles: ['Baza klientów'],
    header: ['Nr', 'E-mail', 'Imię i nazwisko', 'Data urodzenia', 'Obrót', 'Wypisany'],
    name: 'Łucja Żółć',
    day: (year, month, day) => `${two(day)}.${two(month)}.${year}`,
    amount: (whole, cents) => `${grouped(whole, '\u{a0}')},${cents}`,
    left: 'tak',
    stays: 'nie',
    unknown: 'brak danych',
    invisible: '\u{a0}',
  },
  Japanese: {
    characterSet: 'Shift_JIS',
    separator: ',',
    titles: ['顧客名簿', ''],
    header: ['番号', 'メールアドレス', '氏名', '生年月日', '購入金額', '配信停止'],
    name: '山田太郎',
    day: (year, month, day) => `${year}年${month}月${day}日`,
    amount: (whole) => String(whole),
    left: 'はい',
    stays: 'いいえ',
    unknown: '不明',
    invisible: '\u{3000}',
  },
} satisfies Record<string, Country>

export type CountryName = keyof typeof countries
export const countryNames = Object.keys(countries) as CountryName[]

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export type CustomerFile = {
  bytes: Buffer
  /** Whose addresses are usable, each once. */
  people: Map<string, { hasLeft: boolean; birthday: string | null }>
  broken: number
  repeated: number
  /** Rows with a birthday that is none, among those that are imported. */
  unfit: number
}

/** Of 1,000 rows three have a broken address, eight a birthday that is none, ten repeat another row, and fifty have left. */
export function customerFile(name: CountryName, rowCount: number, seed: number): CustomerFile {
  const country: Country = countries[name]
  const next = numbersFrom(seed)
  const file: CustomerFile = { bytes: Buffer.alloc(0), people: new Map(), broken: 0, repeated: 0, unfit: 0 }
  const lines = [...country.titles, country.header.join(country.separator)]
  for (let row = 1; row <= rowCount; row += 1) {
    const [isBroken, isUnknown, isRepeat] = [row % 333 === 5, row % 125 === 9, row % 100 === 50]
    const address = isBroken ? `kunde${row}.example.com` : `p${isRepeat ? row - 1 : row}@example.com`
    const [year, month, day] = [1930 + next(70), 1 + next(12), 1 + next(28)]
    const hasLeft = row % 20 === 3
    const cell = row % 40 === 11 ? `${address}${country.invisible}` : address
    const birthday = isUnknown ? country.unknown : country.day(year, month, day)
    const amount = country.amount(next(20_000), two(next(100)))
    const said = hasLeft ? country.left : country.stays
    lines.push([`K${row}`, cell, country.name, birthday, amount, said].join(country.separator))
    if (isBroken) file.broken += 1
    else if (isRepeat && file.people.has(address)) file.repeated += 1
    else {
      if (isUnknown) file.unfit += 1
      file.people.set(address, {
        hasLeft,
        birthday: isUnknown ? null : `${year}-${two(month)}-${two(day)}`,
      })
    }
  }
  file.bytes = iconv.encode(`${lines.join('\r\n')}\r\n`, country.characterSet)
  return file
}
