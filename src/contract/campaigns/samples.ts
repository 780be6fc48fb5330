/**
 * Words that stand in a template for those of the writer. Nobody means to send them: the check before sending finds them
 * wherever they are left. A template has them from here.
 */
export const samples = {
  company: 'Your company',
  shop: 'Your shop',
  imprint: 'Your company\nYour street 1, 12345 Your town',
  yourName: 'Your name',
  lead: 'A sentence or two that say what is in it for the reader, and why now.',
  second: 'Two lines are enough.',
  third: 'Leave out what nobody misses.',
  quote: 'What a customer says in one sentence.',
  quoteBy: 'Name, company',
  news: 'Say in one paragraph what is new, whom it helps, and what it replaces.',
  easier: 'The first thing that gets easier',
  stays: 'And what stays as it is',
  product: 'What it is, and 24.00',
  place: 'Name of the place, street and town',
  letter: 'A letter looks like one person wrote to another. It has no pictures and one request at most.',
  happened: 'Say what happened, what it means for the reader, and what you would like them to do.',
  first: 'The first of the things that readers should know this week.',
  next: 'The next one, in two sentences.',
  last: 'And the last one.',
  productName: 'Name of the product',
  productText: 'What it does for the reader, in three sentences: the use first, the properties after it.',
  price: '24.00, in the shop from Monday',
  question: 'One question, as you would ask it in person.',
  why: 'Say what you will do with the answers, and how long it takes.',
  gift: 'What the present is, and how to get it.',
  reminder: 'What ends, when it ends, and what happens if nobody does anything.',
  thanks: 'For what you thank them, and what it has made possible.',
  date: 'Day, date and time',
  speaker: 'Name of the speaker',
  program: 'What people will know afterwards that they do not know now.',
} as const

/** Of templates of others, too. */
const others = [
  /\blorem ipsum\b/i,
  /\bdolor sit amet\b/i,
  /\byour (?:text|headline|title|content|message|logo|address|company(?: name)?) (?:goes )?here\b/i,
  /\b(?:insert|add|enter|type|write) your (?:text|headline|title|content|message|logo)(?: here)?\b/i,
  /\b(?:hier|deinen?|ihren?) text (?:hier )?(?:einfügen|eingeben|einsetzen)\b/i,
  /\bmusterstra(?:ß|ss)e\b/i,
  /\b123 (?:main|any) st(?:reet)?\b/i,
  /\bplaceholder text\b/i,
  /\[(?:company|your)[ _]?(?:name|address|company)\]/i,
]

/** Lines of a sample count alone: people write of "your name", but not a paragraph with these words only. */
const lines = new Set<string>(Object.values(samples).flatMap((sample) => sample.split('\n')))

/** @returns the words that were left, each once. @param text one paragraph a line */
export function findSamples(text: string): string[] {
  const own = text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:[-*•]|\d+\.) /, ''))
    .filter((line) => lines.has(line))
  const foreign = others.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
  return [...new Set([...own, ...foreign])]
}

const sampleHosts =
  /^(?:www\.)?(?:example\.(?:com|net|org)|placehold\.(?:co|it)|(?:via\.)?placeholder\.com|placekitten\.com|(?:fastly\.)?picsum\.photos|loremflickr\.com|dummyimage\.com|yourdomain\.com|yourcompany\.com|yourwebsite\.com|domain\.com)$/i

/** Whether the host is one that stands for another in templates. */
export function isSampleHost(host: string): boolean {
  return sampleHosts.test(host)
}

const privateHosts =
  /^(?:localhost|.*\.localhost|.*\.local|.*\.internal|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/i

/** Whether readers cannot reach the host, because it is a machine or a network of the writer's own. */
export function isPrivateHost(host: string): boolean {
  return privateHosts.test(host)
}
