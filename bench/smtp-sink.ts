import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('end', () => done())
    stream.resume()
  },
})
const listener = server.listen(0, '127.0.0.1', () => {
  console.log(`smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => server.close(() => process.exit(0)))
