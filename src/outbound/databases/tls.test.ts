import { expect, test } from 'vitest'
import { aTlsServer } from '../../../test/harness/fakes/remote/lies.ts'
import { aRemoteDatabase } from '../../../test/harness/fakes/remote/postgresql.ts'
import { readAll } from '../../../test/harness/fakes/remote/read.ts'

test('a certificate is accepted by its authority and its host name, and otherwise nobody logs in', async () => {
  const { target: plain } = await aRemoteDatabase()
  const own = await aTlsServer(plain.port, 'localhost')
  const foreign = await aTlsServer(plain.port, 'db.example')
  const ask = (changes: object) =>
    readAll({ ...plain, host: 'localhost', port: own.port, ...changes }, 'select 1 as n')
  expect(await ask({ tls: 'verify', tlsCa: own.cert })).toMatchObject({ message: '', rows: [['1']] })
  expect(await ask({ tls: 'require' })).toMatchObject({ message: '', rows: [['1']] })
  const refused = { rows: [], retry: false, message: expect.stringContaining('cannot be verified') }
  expect(await ask({ tls: 'verify' })).toMatchObject(refused)
  expect(await ask({ tls: 'verify', tlsCa: foreign.cert })).toMatchObject(refused)
  expect(await ask({ tls: 'verify', tlsCa: foreign.cert, port: foreign.port })).toMatchObject({
    ...refused,
    message: expect.stringMatching(/cannot be verified.*(localhost|altnames)/),
  })
  expect([own.plainLogins(), foreign.plainLogins()]).toEqual([0, 0])
})
