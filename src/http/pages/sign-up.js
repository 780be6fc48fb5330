// The proof of work of a web form: an answer for which the first 17 bits of SHA-256 of "ticket\nemail\nanswer" are zero
// (src/tracking/forms/tickets.ts). In plain JavaScript, because crypto.subtle takes a promise for each hash.
const bits = 17
const perSlice = 4000

const k = new Uint32Array(64)
const start = new Uint32Array(8)
for (let number = 2, found = 0; found < 64; number++) {
  let isPrime = true
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) start[found] = (Math.sqrt(number) % 1) * 2 ** 32
  k[found++] = (Math.cbrt(number) % 1) * 2 ** 32
}

/** The first 32 bits. */
function hashOf(text) {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = start.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]
      const b = w[i - 2]
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
      w[i] = w[i - 16] + s0 + w[i - 7] + s1
    }
    let [a, b, c, d, e, f, g, h] = state
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] += value
  }
  return state[0]
}

const form = document.querySelector('form[data-work]')
let isWorking = false

form?.addEventListener('submit', (event) => {
  const { email, ticket, work } = form.elements
  const from = `${ticket.value}\n${email.value.trim()}\n`
  if (form.dataset.for === from) return
  event.preventDefault()
  if (isWorking) return
  isWorking = true
  const button = form.querySelector('button')
  button.disabled = true
  let answer = 0
  const slice = () => {
    for (const end = answer + perSlice; answer < end; answer++) {
      if (hashOf(from + answer) >>> (32 - bits) !== 0) continue
      work.value = String(answer)
      form.dataset.for = from
      isWorking = false
      button.disabled = false
      form.requestSubmit()
      return
    }
    setTimeout(slice, 0)
  }
  slice()
})
