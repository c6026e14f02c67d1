/** What the console's server and its page exchange about programs. Times are ms since the epoch. */

/** `GET api/programs` */
export interface ProgramList {
  readonly programs: readonly ProgramItem[];
  /** Whom a program can speak for. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly roles: readonly string[];
}

export interface ProgramItem {
  readonly id: string;
  readonly name: string;
  /** Whom it speaks for; left out for nobody, and for somebody who may not speak any more. */
  readonly person?: string;
  readonly role?: string;
  readonly createdAt: number;
  readonly usedAt?: number;
}

/** `POST api/programs`: the token is told this once. */
export interface AdmittedProgram {
  readonly token: string;
}
