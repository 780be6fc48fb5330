import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../../../harness/core/whole-server.ts'
import { until } from '../../../harness/core/until.ts'
import { selfSignedCertificate } from '../../../harness/fakes/certificate.ts'
import { aLosingWire } from '../../../harness/smtp/losing-wire.ts'
import { readSunk } from '../../../harness/smtp/sink.ts'
import { aSubmissionWorld, type SubmissionWorld } from '../../../harness/smtp/submission-world.ts'

const run = promisify(execFile)

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What a client has sent to Ann and Bob, with a file and headers of its own. */
async function check(world: SubmissionWorld) {
  await world.work()
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
  for (const sunk of world.sink.messages) {
    const mail = await readSunk(sunk)
    expect(mail).toMatchObject({
      subject: 'Grüße aus Köln',
      from: { name: 'Shop', address: 'shop@example.com' },
    })
    expect(mail.html).toContain('<b>Danke</b>')
    expect(mail.attachments).toMatchObject([{ filename: 'bill.pdf', mimeType: 'application/pdf' }])
    expect(mail.headers.map(({ key }) => key)).not.toContain('x-quiver-tags')
    expect(mail.headers.find(({ key }) => key === 'x-order')?.value).toBe('4711')
  }
  expect(await world.sql`select to_jsonb(tags) as tags, via from messages`).toEqual([
    { tags: ['receipt', 'php'], via: 'smtp' },
    { tags: ['receipt', 'php'], via: 'smtp' },
  ])
}

const python = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, password, certificate = int(sys.argv[1]), sys.argv[2], sys.argv[3]
message = EmailMessage()
message["From"] = "Shop <shop@example.com>"
message["To"] = "Ann <ann@example.com>"
message["Bcc"] = "bob@example.com"
message["Subject"] = "Grüße aus Köln"
message["X-Order"] = "4711"
message["X-Quiver-Tags"] = "receipt, php"
message.set_content("Danke")
message.add_alternative("<p><b>Danke</b></p>", subtype="html")
message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="bill.pdf")
with smtplib.SMTP("127.0.0.1", port) as server:
    server.starttls(context=ssl.create_default_context(cafile=certificate))
    server.login("quiver", password)
    print(server.send_message(message))
`

const hasPython = await run('python3', ['--version']).then(() => true, () => false) // oxfmt-ignore

test.skipIf(!hasPython)("Python's smtplib sends by STARTTLS", async () => {
  const certificate = selfSignedCertificate('127.0.0.1')
  const world = await aSubmissionWorld({ certificate })
  const script = join(await aFolder(), 'send.py')
  await writeFile(script, python)
  const ca = join(world.port.certificateFolder, 'fullchain.pem')
  const { stdout } = await run('python3', [script, String(world.port.port), world.credential, ca])
  expect(stdout.trim()).toBe('{}')
  await check(world)
})

const phpMailer = '/usr/share/php/libphp-phpmailer'

const php = `<?php
require '${phpMailer}/autoload.php';
$mail = new PHPMailer\\PHPMailer\\PHPMailer(true);
$mail->isSMTP();
$mail->Host = '127.0.0.1';
$mail->Port = (int) $argv[1];
$mail->SMTPAuth = true;
$mail->Username = 'quiver';
$mail->Password = $argv[2];
$mail->SMTPSecure = 'tls';
$mail->SMTPOptions = ['ssl' => ['cafile' => $argv[3]]];
$mail->CharSet = 'UTF-8';
$mail->setFrom('shop@example.com', 'Shop');
$mail->addAddress('ann@example.com', 'Ann');
$mail->addBCC('bob@example.com');
$mail->Subject = 'Grüße aus Köln';
$mail->addCustomHeader('X-Order', '4711');
$mail->addCustomHeader('X-Quiver-Tags', 'receipt, php');
$mail->isHTML(true);
$mail->Body = '<p><b>Danke</b></p>';
$mail->AltBody = 'Danke';
$mail->addStringAttachment('%PDF-1.7', 'bill.pdf', 'base64', 'application/pdf');
$mail->send();
echo $mail->getSMTPInstance()->getLastTransactionID();
`

test.skipIf(!existsSync(phpMailer))(
  'PHPMailer, which WordPress uses, sends and knows the id of the message',
  async () => {
    const certificate = selfSignedCertificate('127.0.0.1')
    const world = await aSubmissionWorld({ certificate })
    const script = join(await aFolder(), 'send.php')
    await writeFile(script, php)
    const ca = join(world.port.certificateFolder, 'fullchain.pem')
    const { stdout } = await run('php', [script, String(world.port.port), world.credential, ca])
    const ids = (await world.sql<{ id: number }[]>`select id from messages order by id`).map(({ id }) => id)
    expect(stdout.trim()).toBe(ids.join(','))
    await check(world)
  },
)

const postfix = '/usr/sbin/postfix'

test.skipIf(!existsSync(postfix) || process.getuid?.() !== 0)(
  'Postfix relays what a program gave it, and repeats what got no answer without a second message',
  async () => {
    const world = await aSubmissionWorld()
    let lost = 0
    const wire = await aLosingWire(world.port.port, () => (lost += 1) <= 2)
    const folder = await aFolder()
    const [port = 0] = await freePorts(1)
    const relay = `[127.0.0.1]:${wire}`
    await startPostfix(folder, port, {
      relayhost: relay,
      smtp_sasl_auth_enable: 'yes',
      smtp_sasl_password_maps: `inline:{${relay}=quiver:${world.credential}}`,
      smtp_sasl_security_options: 'noanonymous',
    })
    const local = world.client({ port, auth: undefined, ignoreTLS: true })
    await local.sendMail(world.mail({ to: 'ann@example.com', bcc: 'bob@example.com' }))
    // The third answer is heard, and the queue of Postfix is empty.
    await until(() => lost >= 3, { seconds: 90 })
    await world.work()
    expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
  },
  120_000,
)

/** A Postfix of its own: its queue, its configuration and its port. */
async function startPostfix(folder: string, port: number, settings: Record<string, string>): Promise<void> {
  const [config, queue, data] = ['etc', 'queue', 'data'].map((name) => join(folder, name))
  if (config === undefined || queue === undefined || data === undefined) throw new Error('unreachable')
  for (const path of [config, queue, data]) await mkdir(path)
  await chmod(folder, 0o755)
  await run('chown', ['postfix', data])
  const own = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    myhostname: 'shop.example',
    default_database_type: 'texthash',
    alias_maps: '',
    maillog_file: join(folder, 'mail.log'),
    maillog_file_prefixes: folder,
    minimal_backoff_time: '2s',
    queue_run_delay: '2s',
    ...settings,
  }
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(config, 'main.cf'), lines.join(''))
  const services = await readFile('/usr/share/postfix/master.cf.dist', 'utf8')
  const master = services.replace(/^smtp\s+inet.*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
  // Without a change of root, so that its daemons find the certificates and names of the system.
  await writeFile(
    join(config, 'master.cf'),
    master.replaceAll(/^(\S+\s+(?:unix|inet|fifo)\s+\S+\s+\S+\s+)y/gm, '$1n'),
  )
  onTestFinished(async () => void (await run(postfix, ['-c', config, 'stop'])))
  await run(postfix, ['-c', config, 'start'])
}
