import { size } from '../../design/figures.ts'

export const uploadWords = {
  title: 'Unfinished uploads',
  hint: 'These files did not reach the server completely. Choose the same file again: the upload continues where it stopped.',
  arrived: (done: number, total: number) => `${size(done)} of ${size(total)} have arrived.`,
  until: (time: string) => `Kept until ${time}.`,
  choose: 'Continue …',
  goOn: (name: string) => `Choose ${name} again and continue`,
  other: (name: string, bytes: number) =>
    `That is another file. Choose ${name} with ${size(bytes)}, or start a new import.`,
  discard: 'Discard',
  discardOf: (name: string) => `Discard ${name}`,
  discardText: 'What has arrived of the file is deleted. Your own file stays as it is.',
  discardDo: 'Discard the upload',
}
