"""The command line: a file for each command (what one command needs besides has a name that begins with the command's).

A command's module is loaded when its help is asked for or it is to run; what it does with rules, bots or the server it
loads then.
"""
