import type { Config } from '../config.ts'
import { openDisk } from './disk.ts'
import { openS3 } from './s3.ts'
import type { Storage } from './storage.ts'

export function openStorage({ s3, uploadDir }: Config): Storage {
  return s3 === undefined ? openDisk(uploadDir) : openS3(s3, uploadDir)
}
