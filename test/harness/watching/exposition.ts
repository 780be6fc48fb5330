/** A reader of the text format 0.0.4 that shares nothing with the writer. It refuses what Prometheus would refuse. */

export type Sample = { name: string; labels: Record<string, string>; value: number }
export type Family = { type: string; help: string; samples: Sample[] }

const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y

/** @throws Error with the line that is wrong. */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let current = ''
  for (const written of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(written)
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment
      if (kind === 'HELP') {
        if (families.has(name)) throw new Error(`two families ${name}`)
        families.set(name, { type: '', help: rest, samples: [] })
      } else familyOf(families, name).type = rest
      current = name
    } else if (written !== '' && !written.startsWith('#')) {
      const sample = readSample(written)
      const key = `${sample.name} ${keyOf(sample.labels)}`
      if (seen.has(key)) throw new Error(`twice: ${written}`)
      seen.add(key)
      const family = familyOf(families, current)
      const names = family.type === 'histogram' ? ['_count', '_sum', '_bucket'].map((end) => current + end) : [current] // oxfmt-ignore
      if (!names.includes(sample.name)) throw new Error(`${sample.name} among ${current}`)
      family.samples.push(sample)
    }
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const family = families.get(name)
  if (family === undefined) throw new Error(`no family ${name}`)
  return family
}

function readSample(written: string): Sample {
  const [, name = '', inside = '', number = ''] = line.exec(written) ?? []
  const value = number === '+Inf' ? Infinity : Number(number)
  if (name === '' || Number.isNaN(value)) throw new Error(`no sample: ${written}`)
  const labels: Record<string, string> = {}
  let place = 0
  while (place < inside.length) {
    label.lastIndex = place
    const found = label.exec(inside)
    if (found === null) throw new Error(`wrong labels: ${written}`)
    const [all, key = '', text = ''] = found
    if (key in labels) throw new Error(`the label ${key} twice: ${written}`)
    labels[key] = text.replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    place += all.length
  }
  return { name, labels, value }
}

function checkFamily(name: string, { type, samples }: Family): void {
  if (!['counter', 'gauge', 'histogram'].includes(type)) throw new Error(`${name} has the type ${type}`)
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter`)
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} < 0`)
  if (type !== 'histogram') return
  const series = new Map<string, Sample[]>()
  for (const sample of samples) {
    const { le: _, ...others } = sample.labels
    const key = JSON.stringify(others)
    series.set(key, [...(series.get(key) ?? []), sample])
  }
  for (const some of series.values()) {
    const buckets = some.filter((one) => one.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels: { le = '' } }) => (le === '+Inf' ? Infinity : Number(le)))
    const counts = buckets.map(({ value }) => value)
    const rises = (numbers: number[]) => numbers.every((one, index) => one >= (numbers[index - 1] ?? 0))
    const total = some.find((one) => one.name === `${name}_count`)?.value
    if (bounds.at(-1) !== Infinity || !rises(bounds) || !rises(counts)) throw new Error(`buckets of ${name}`)
    if (counts.at(-1) !== total) throw new Error(`the count of ${name}`)
  }
}

/** The value of the series with exactly these labels; undefined if there is none. */
export function valueOf(
  families: Map<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const samples = [...families.values()].flatMap((family) => family.samples)
  return samples.find((one) => one.name === name && keyOf(one.labels) === keyOf(labels))?.value
}

function keyOf(labels: Record<string, string>): string {
  const names = Object.keys(labels).toSorted()
  return JSON.stringify(names.map((name) => [name, labels[name]]))
}

/** One scrape. */
export async function scrape(url: string, token?: string): Promise<Map<string, Family>> {
  const response = await fetch(url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return parseExposition(await response.text())
}
