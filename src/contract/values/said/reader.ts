export type Said<Code extends string = string> = {
  code: Code
  parameters: Record<string, string | number>
}

/** @returns what reads a sentence back; null: it has none of the forms. */
export function readerOf<Code extends string>(
  forms: Readonly<Record<Code, string>>,
): (sentence: string) => Said<Code> | null {
  const known = Object.entries<string>(forms).map(([code, form]) => ({
    code: code as Code,
    pattern: patternOf(form),
    names: [...form.matchAll(/\{(#?\w+)\}/g)].map(([, name = '']) => name),
  }))
  return (sentence) => {
    for (const { code, pattern, names } of known) {
      const [whole, ...values] = pattern.exec(sentence) ?? []
      if (whole === undefined) continue
      const parameters = names.map((name, place) => {
        const value = values[place] ?? ''
        return name.startsWith('#') ? [name.slice(1), Number(value.replaceAll(',', ''))] : [name, value]
      })
      return { code, parameters: Object.fromEntries(parameters) }
    }
    return null
  }
}

function patternOf(form: string): RegExp {
  const parts = form.split(/(\{#?\w+\})/).map((part) => {
    if (part.startsWith('{#')) return String.raw`(-?[\d,]+(?:\.\d+)?)`
    if (part.startsWith('{')) return '(.+?)'
    const plain = part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return plain.replace(
      /^ people( get| see)?\b/,
      (_, verb = '') => ` (?:people|person)${verb && `${verb}s?`}`,
    )
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}
