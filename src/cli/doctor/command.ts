import { Command } from 'commander'
import { BadConfiguration, readConfig } from '../../server/config.ts'
import { checkDatabase } from './database.ts'
import { checkDataDirectory, checkSecretFile, checkStorage, checkUploadDirectory } from './files.ts'
import { problem, type Finding } from './finding.ts'
import { checkExposure, checkMailbox, checkNode, checkSpace, checkUser } from './machine.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('look for what is wrong with this installation')
    .description(
      'Checks the configuration, the files and the database, whether the server is running or not. Exit code: 1 if there is a problem, 0 if there are only warnings.',
    )
    .action(async () => {
      const findings = await examine(process.env)
      for (const { level, text } of findings) console.log(`${marks[level]} ${text}`)
      const problems = findings.filter(({ level }) => level === 'problem').length
      console.log(problems === 0 ? '\nNo problem was found.' : `\nProblems found: ${problems}.`)
      process.exitCode = problems === 0 ? 0 : 1
    })
}

const marks = { fine: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }

async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const machine = [checkNode(process.version), checkUser(process.getuid?.())]
  try {
    const config = readConfig(env)
    return [
      ...machine,
      ...checkExposure(config),
      checkMailbox(config),
      await checkDataDirectory(config.dataDir),
      await checkSecretFile(config),
      await checkUploadDirectory(config.uploadDir),
      ...(await checkStorage(config)),
      await checkSpace(config.dataDir),
      ...(await checkDatabase(config)),
    ]
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return [...machine, problem(error.message)]
  }
}
