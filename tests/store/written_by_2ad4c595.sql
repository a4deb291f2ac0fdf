BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE block (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_block PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID

;
INSERT INTO "block" VALUES(101,104,1795828982.0);
CREATE TABLE challenge (
	code TEXT NOT NULL, 
	home_id INTEGER NOT NULL, 
	away_id INTEGER, 
	ready_id INTEGER, 
	mixed BOOLEAN NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_challenge PRIMARY KEY (code)
);
INSERT INTO "challenge" VALUES('KTXRD2D4',1,2,1,1,1796432400.0);
CREATE TABLE claim (
	interaction_id BIGINT NOT NULL, 
	session INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_claim PRIMARY KEY (interaction_id)
)
 WITHOUT ROWID

;
CREATE TABLE club (
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	meetings INTEGER NOT NULL, 
	CONSTRAINT pk_club PRIMARY KEY (guild_id)
);
INSERT INTO "club" VALUES(5,'Sky Club',25.0,8.33333333333333392545e+00,0);
INSERT INTO "club" VALUES(6,'Cloud Club',25.0,8.33333333333333392545e+00,0);
CREATE TABLE daily_place (
	day INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_daily_place PRIMARY KEY (day, guild_id, user_id)
)
 WITHOUT ROWID

;
CREATE TABLE daily_try (
	day INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	gave_up BOOLEAN NOT NULL, 
	later TEXT, 
	squares TEXT, 
	place INTEGER, 
	total INTEGER, 
	CONSTRAINT pk_daily_try PRIMARY KEY (day, user_id), 
	CONSTRAINT fk_daily_try_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "daily_try" VALUES(20785,101,12,1795828982.0,0,NULL,NULL,NULL,NULL);
INSERT INTO "daily_try" VALUES(20785,102,13,1795828982.0,0,NULL,NULL,NULL,NULL);
CREATE TABLE ending (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	verdict TEXT, 
	CONSTRAINT pk_ending PRIMARY KEY (match_id), 
	CONSTRAINT fk_ending_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "ending" VALUES(3,1,1795827600.0,'counts');
INSERT INTO "ending" VALUES(4,2,1795827600.0,'counts');
INSERT INTO "ending" VALUES(5,3,1795828200.0,'counts');
INSERT INTO "ending" VALUES(6,4,1795828200.0,'counts');
INSERT INTO "ending" VALUES(7,5,1795828800.0,'counts');
CREATE TABLE evening (
	id INTEGER NOT NULL, 
	begun DOUBLE NOT NULL, 
	rounds INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	next_at DOUBLE, 
	ended DOUBLE, 
	secret BLOB NOT NULL, 
	start TEXT NOT NULL, 
	mixed BOOLEAN NOT NULL, 
	CONSTRAINT pk_evening PRIMARY KEY (id)
);
INSERT INTO "evening" VALUES(1,1795827600.0,2,1,NULL,NULL,X'8EF8D31B2B55B9C4184013D1A6CF4CE6C50797071E88C3107C3C8E58ED39E10E','9999',1);
INSERT INTO "evening" VALUES(3,1795827600.0,2,2,NULL,1795828200.0,X'B47FAFF4672D45D997F09D125A06A40492C4E949D230CC1FE8CCBD222A63A113','9999',0);
CREATE TABLE evening_board (
	evening_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	locale TEXT NOT NULL, 
	channel_id BIGINT, 
	message_id BIGINT, 
	shown TEXT NOT NULL, 
	CONSTRAINT pk_evening_board PRIMARY KEY (evening_id, guild_id), 
	CONSTRAINT fk_evening_board_evening_id FOREIGN KEY(evening_id) REFERENCES evening (id) ON DELETE CASCADE
);
INSERT INTO "evening_board" VALUES(1,5,1,'en',7,900,'0|1 2 1795828500, 4 4, 7 playing 1 2, 8 playing 1 2');
INSERT INTO "evening_board" VALUES(1,6,2,'en',8,901,'0|1 2 1795828500, 4 4, 8 playing 1 2, 7 playing 1 2');
INSERT INTO "evening_board" VALUES(3,5,3,'en',7,902,'over');
CREATE TABLE evening_guess (
	evening_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	leader_id BIGINT NOT NULL, 
	CONSTRAINT pk_evening_guess PRIMARY KEY (evening_id, round, user_id), 
	CONSTRAINT fk_evening_guess_evening_id FOREIGN KEY(evening_id) REFERENCES evening (id) ON DELETE CASCADE
);
INSERT INTO "evening_guess" VALUES(1,1,190,5,'Zoe',101);
CREATE TABLE evening_person (
	evening_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	joined TEXT NOT NULL, 
	since INTEGER NOT NULL, 
	gone INTEGER, 
	place INTEGER, 
	points DOUBLE, 
	CONSTRAINT pk_evening_person PRIMARY KEY (evening_id, user_id), 
	CONSTRAINT fk_evening_person_evening_id FOREIGN KEY(evening_id) REFERENCES evening (id) ON DELETE CASCADE
);
INSERT INTO "evening_person" VALUES(1,101,5,'A','9101',1,NULL,NULL,NULL);
INSERT INTO "evening_person" VALUES(1,102,5,'B','9102',1,NULL,NULL,NULL);
INSERT INTO "evening_person" VALUES(1,113,6,'M','9113',1,NULL,NULL,NULL);
INSERT INTO "evening_person" VALUES(1,114,6,'N','9114',1,NULL,NULL,NULL);
INSERT INTO "evening_person" VALUES(3,101,5,'A','9101',1,NULL,6,50.0);
INSERT INTO "evening_person" VALUES(3,102,5,'B','9102',1,NULL,5,50.0);
INSERT INTO "evening_person" VALUES(3,103,5,'C','9103',1,NULL,4,100.0);
INSERT INTO "evening_person" VALUES(3,104,5,'D','9104',1,NULL,3,100.0);
INSERT INTO "evening_person" VALUES(3,105,5,'E','9105',1,NULL,1,150.0);
INSERT INTO "evening_person" VALUES(3,106,5,'F','9106',1,NULL,1,150.0);
CREATE TABLE hand (
	match_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	deal INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_hand_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "hand" VALUES(8,101,9,105,1,6);
INSERT INTO "hand" VALUES(8,102,9,108,1,6);
INSERT INTO "hand" VALUES(8,103,9,107,1,6);
INSERT INTO "hand" VALUES(10,101,9,103,1,5);
INSERT INTO "hand" VALUES(10,102,9,101,1,5);
INSERT INTO "hand" VALUES(10,103,9,104,1,5);
CREATE TABLE invitation (
	match_id INTEGER NOT NULL, 
	target_id BIGINT NOT NULL, 
	inviter_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	call TEXT NOT NULL, 
	told BOOLEAN NOT NULL, 
	CONSTRAINT pk_invitation PRIMARY KEY (match_id, target_id), 
	CONSTRAINT fk_invitation_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "invitation" VALUES(11,103,101,1795828982.0,'table',0);
CREATE TABLE league (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	locale TEXT NOT NULL, 
	opened DOUBLE NOT NULL, 
	weeks INTEGER NOT NULL, 
	week INTEGER NOT NULL, 
	told INTEGER NOT NULL, 
	ended DOUBLE
);
INSERT INTO "league" VALUES(1,5,1000000000000000020,'nimbly','{"deals":1}','en',1795828982.0,2,1,0,NULL);
CREATE TABLE lease (
	name TEXT NOT NULL, 
	process TEXT NOT NULL, 
	CONSTRAINT pk_lease PRIMARY KEY (name), 
	CONSTRAINT fk_lease_process FOREIGN KEY(process) REFERENCES process (name) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE "match" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	version INTEGER NOT NULL, 
	published INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	game TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	opener_id BIGINT NOT NULL, 
	locale TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	members TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	touched DOUBLE NOT NULL, 
	entropy TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	moves INTEGER NOT NULL, 
	deadline DOUBLE, 
	votes TEXT NOT NULL, 
	rated BOOLEAN NOT NULL, 
	state TEXT NOT NULL, 
	terms TEXT DEFAULT '{}' NOT NULL, 
	pauses TEXT DEFAULT '[]' NOT NULL, 
	by_token BOOLEAN DEFAULT 0 NOT NULL, 
	follows BIGINT, 
	door TEXT DEFAULT '{}' NOT NULL, 
	thread_id BIGINT, 
	thread_gone BOOLEAN DEFAULT 0 NOT NULL, 
	closed_for TEXT DEFAULT '' NOT NULL, 
	proposal TEXT, 
	series TEXT DEFAULT '' NOT NULL, 
	home TEXT
);
INSERT INTO "match" VALUES(1,10,0,'playing','cloud_nine',1,'{"deals":1,"target":null}',5,7,101,'en',X'5016C23591EF79EF393B38E52B1D4947458FCA3653B7606886504229F2288FA7','[{"key":"114","name":"N","joined":"9114","level":"","away":true,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":true,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:1","name":"Nim","joined":"","level":"normal","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":true,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795827600.0,1795828800.0,'evening 1 1 9999',X'D2295B136F94520781B6CC27118D2903982F7BA3BCF4ACD895BE9C45DCC3C76D',4,1795828800.0,'[]',0,'{"deals":1,"target":null,"chance":{"seed":"d2295b136f94520781b6cc27118d2903982f7ba3bcf4acd895be9c45dcc3c76d"},"deal":1,"dealer":3,"points":[],"last":null,"phase":"take","turn":2,"hands":["JK1 2S 4H AD 4D KC 4C 3C","KS 8S 6S 4S KD 2D 5C 2C","JK2 9S JH JD 7D 5D 8C 7C"],"clouds":["TH","",""],"stock":"QC KH 7S 6C AH TD 6H 5S TC 3D 9C JC QD 8D 5H 3S AC 6D TS AS 3H JS 9D 8H 2H QH 7H","trick":{"number":1,"leader":1,"cards":"TH 9H QS","taken":"TH","ranking":[1,2,3]},"last_trick":null,"drawn":""}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 1 1',NULL);
INSERT INTO "match" VALUES(2,10,0,'playing','cloud_nine',1,'{"deals":1,"target":null}',6,8,113,'en',X'5016C23591EF79EF393B38E52B1D4947458FCA3653B7606886504229F2288FA7','[{"key":"102","name":"B","joined":"9102","level":"","away":true,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":true,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:1","name":"Nim","joined":"","level":"normal","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"113","name":"M","joined":"9113","level":"","away":true,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795827600.0,1795828800.0,'evening 1 1 9999',X'D2295B136F94520781B6CC27118D2903982F7BA3BCF4ACD895BE9C45DCC3C76D',4,1795828800.0,'[]',0,'{"deals":1,"target":null,"chance":{"seed":"d2295b136f94520781b6cc27118d2903982f7ba3bcf4acd895be9c45dcc3c76d"},"deal":1,"dealer":3,"points":[],"last":null,"phase":"take","turn":2,"hands":["JK1 TH 4H AD 4D KC 4C 3C","KS 8S 6S 4S KD 2D 5C 2C","JK2 QS 9S JH JD 7D 5D 7C"],"clouds":["9H","",""],"stock":"QC KH 7S 6C AH TD 6H 5S TC 3D 9C JC QD 8D 5H 3S AC 6D TS AS 3H JS 9D 8H 2H QH 7H","trick":{"number":1,"leader":1,"cards":"2S 9H 8C","taken":"9H","ranking":[1,2,3]},"last_trick":null,"drawn":""}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 1 1',NULL);
INSERT INTO "match" VALUES(3,25,0,'over','nimbly',1,'{"deals":1,"target":null,"par":false}',5,7,101,'en',X'2F96756DDE07C97822A26D1B13F8ACA465D3EFB7EC312F99F8952A9B04A175CF','[{"key":"104","name":"D","joined":"9104","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"105","name":"E","joined":"9105","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795827600.0,1795827600.0,'evening 3 1 9999',X'1FA878E4151AB3490ED2A707B6068F0B4E8AA118150FF5B1E1F284F52A2324A2',16,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"1fa878e4151ab3490ed2a707b6068f0b4e8aa118150ff5b1e1f284f52a2324a2"},"deal":1,"dealer":3,"points":[[18,24,18]],"last":{"hands":["QS 7S 6S JH 8H 7D QC 8C 6C","9S 8S AH TH 6H AD KC JC TC","AS JS KH 9H 7H KD TD 6D AC"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["QS 7S 6S JH 8H 7D QC 8C 6C","9S 8S AH TH 6H AD KC JC TC","AS JS KH 9H 7H KD TD 6D AC"],"aside":"KS TS QH QD JD 9D 8D 9C 7C","drawn":[3,"B","TD"]}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 3 1',NULL);
INSERT INTO "match" VALUES(4,15,0,'over','nimbly',1,'{"deals":1,"target":null,"par":false}',5,7,101,'en',X'2F96756DDE07C97822A26D1B13F8ACA465D3EFB7EC312F99F8952A9B04A175CF','[{"key":"103","name":"C","joined":"9103","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"106","name":"F","joined":"9106","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795827600.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795827600.0,1795827600.0,'evening 3 1 9999',X'1FA878E4151AB3490ED2A707B6068F0B4E8AA118150FF5B1E1F284F52A2324A2',13,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"1fa878e4151ab3490ed2a707b6068f0b4e8aa118150ff5b1e1f284f52a2324a2"},"deal":1,"dealer":3,"points":[[27,24,18]],"last":{"hands":["JS 8S AH 7H 6H AD 6D 8C 6C","QS 7S KH 9H 8H KD 7D QC TC","AS 9S 6S JH TH TD AC KC JC"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["JS 8S AH 7H 6H AD 6D 8C 6C","QS 7S KH 9H 8H KD 7D QC TC","AS 9S 6S JH TH TD AC KC JC"],"aside":"KS TS QH QD JD 9D 8D 9C 7C","drawn":[1,"A","7H"]}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 3 1',NULL);
INSERT INTO "match" VALUES(5,16,0,'over','nimbly',1,'{"deals":1,"target":null,"par":false}',5,7,101,'en',X'FCD558E3F420DE50264B62FFB69AB50DD961D1587A8FD0797D54E3317246457D','[{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"103","name":"C","joined":"9103","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828200.0,1795828200.0,'evening 3 2 9999',X'09494DDBB7056AAE8BBFE3DD03E7C05DF705EBEA31A956387CEE8D76259BD85B',14,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"09494ddbb7056aae8bbfe3dd03e7c05df705ebea31a956387cee8d76259bd85b"},"deal":1,"dealer":3,"points":[[27,36,30]],"last":{"hands":["TS TH 6H QD JD TD JC 8C 7C","KS 9S 8S QH JH 9H 8H QC 9C","QS JS 6S AH 7H AD KD 8D TC"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["TS TH 6H QD JD TD JC 8C 7C","KS 9S 8S QH JH 9H 8H QC 9C","QS JS 6S AH 7H AD KD 8D TC"],"aside":"AS 7S KH 9D 7D 6D AC KC 6C","drawn":[3,"C","AH"]}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 3 2',NULL);
INSERT INTO "match" VALUES(6,15,0,'over','nimbly',1,'{"deals":1,"target":null,"par":false}',5,7,101,'en',X'FCD558E3F420DE50264B62FFB69AB50DD961D1587A8FD0797D54E3317246457D','[{"key":"106","name":"F","joined":"9106","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"104","name":"D","joined":"9104","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"105","name":"E","joined":"9105","level":"","away":false,"late":false,"acted":1795828200.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828200.0,1795828200.0,'evening 3 2 9999',X'09494DDBB7056AAE8BBFE3DD03E7C05DF705EBEA31A956387CEE8D76259BD85B',13,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"09494ddbb7056aae8bbfe3dd03e7c05df705ebea31a956387cee8d76259bd85b"},"deal":1,"dealer":3,"points":[[36,64,40]],"last":{"hands":["KS 8S JH 8H QD TD JC 8C 7C","TH 9H 7H AD KD JD 8D QC TC","QS JS TS 9S 6S AH QH 6H 9C"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["KS 8S JH 8H QD TD JC 8C 7C","TH 9H 7H AD KD JD 8D QC TC","QS JS TS 9S 6S AH QH 6H 9C"],"aside":"AS 7S KH 9D 7D 6D AC KC 6C","drawn":[3,"A","9S"]}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":2,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'evening 3 2',NULL);
INSERT INTO "match" VALUES(7,53,0,'over','cloud_nine',1,'{"deals":1,"target":null}',5,7,101,'en',X'F9CE5127A8D9B6E4A4A043AACCB9A086A001E42668BE465A934CB75D87E7663E','[{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":true,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"103","name":"C","joined":"9103","level":"","away":false,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828800.0,1795828800.0,'101:9101
102:9102
103:9103
start:9999',X'25CB7E3FCD91BFDC68926A98F909FA8FBCFCE32AD68A0FC622F3F0162AA46BB9',46,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"25cb7e3fcd91bfdc68926a98f909fa8fbcfce32ad68a0fc622f3f0162aa46bb9"},"deal":1,"dealer":3,"points":[[62,48,44]],"last":{"clouds":["JK TS 2S 4H 9D 7D 9C 4C 3C","KS 8S 6S 3S AH 8H 6H QD AC","QS 5S 4S KH QH 2H TD 4D TC"],"hands":["JK JS 5H AD 3D KC JC 7C 6C","AS 9S JH TH 9H JD 2D 8C 5C","7S 7H 3H KD 8D 6D 5D QC 2C"]},"phase":"over","turn":0,"hands":["JK2 JS 5H AD 3D KC JC 7C 6C","AS 9S JH TH 9H JD 2D 8C 5C","7S 7H 3H KD 8D 6D 5D QC 2C"],"clouds":["JK1 TS 2S 4H 9D 7D 9C 4C 3C","KS 8S 6S 3S AH 8H 6H QD AC","QS 5S 4S KH QH 2H TD 4D TC"],"stock":"","trick":{"number":9,"leader":1,"cards":"TD 9C QD","taken":"TD 9C QD","ranking":[3,1,2]},"last_trick":{"number":8,"leader":2,"cards":"QS 8S 2S","taken":"8S QS 2S","ranking":[2,3,1]},"drawn":"KD 2D KC"}','{"hints":true,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(8,14,14,'playing','clumond',1,'{"ante":2,"deals":3,"scoring":"chips"}',5,7,101,'en',X'680D5D9CA9222F469462EC520DB22A5F5D410DF6EE3009DF921CC72A91BB636D','[{"key":"103","name":"C","joined":"9103","level":"","away":false,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":true,"late":true,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828800.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828800.0,1795828982.0,'101:9101
102:9102
103:9103
start:9999',X'1426193C5196E2D723BE5E0283212CC2A8BBE8BC5AFF97272B349180486B1880',6,1795828982.0,'[]',1,'{"deals":3,"chance":{"seed":"1426193c5196e2d723be5e0283212cc2a8bbe8bc5aff97272b349180486b1880"},"deal":1,"dealer":3,"points":[],"last":null,"ante":2,"scoring":"chips","pot":6,"phase":"play","turn":2,"hands":["AS QS JS 9S 2S AH KH QH 2H 8D 3D QC 9C 8C","8S 7S 6S 5S 3H AD QD JD 6D 4D AC 7C 6C 4C 2C","KS 4S 3S JH 8H 7H 5H 4H 9D 7D KC JC 5C 3C"],"tricks":[0,0,1],"declarer":1,"trumps":"NT","trick":{"number":2,"leader":3,"cards":"6H 9H","winner":0},"last_trick":{"number":1,"leader":2,"cards":"5D KD 2D","winner":3}}','{"hints":true,"clock":180,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'','{"number":13,"yes":[103],"clock":3600,"bank":0,"hints":true,"until":1795829582.0,"back":false}','',NULL);
INSERT INTO "match" VALUES(9,11,0,'playing','balloon',1,'{"target":20,"redeal":true,"odds":true,"two":false}',5,7,101,'en',X'A05C30BF167A51FB420D0CADC91D2921BE7B35CA513CF7583A501F3FA8F797D5','[{"key":"103","name":"C","joined":"9103","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'101:9101
102:9102
103:9103
start:9999',X'289ABB86BA5A05C06A0FB15EE21970E7F0B48CF0DFA24F39BB240DC67DDDD9E7',5,NULL,'[]',1,'{"seats":3,"target":20,"redeal":true,"odds":true,"chance":{"seed":"289abb86ba5a05c06a0fb15ee21970e7f0b48cf0dfa24f39bb240dc67dddd9e7"},"trip":2,"throws":2,"shuffles":1,"phase":"ride","turn":1,"pilot":2,"cloud":1,"dice":"-Y","aboard":14,"hands":["R12 R15 G02 P07 P13","R06 R11 G04 G12 P12 P17 Y03","G10 G11 G17 P01 P16 Y07 Y13"],"pile":"Y01 Y10 Y09 P10 G14 W3 R08 P09 R18 R04 Y18 P14 R01 P03 R10 R05 R13 G03 P02 G16 Y14 Y16 W2 W4 P04 R07 G01 G13 P06 G09 G07 Y11 Y08 Y06 R14 G05 G15 P08 R09 R02 P15 Y17 W1 R16 G06 R03 G08 P11 Y04 P18 Y02 G18 P05 Y12 R17","discards":"Y05 Y15","scores":[2,1,1],"jumps":[0,0,0],"flight":null,"points":[[2,1,1]],"last":{"ending":"jump","pilot":1,"cloud":2,"dice":"","paid":"","jumps":[2,1,1]}}','{"hints":true,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[{"why":"moderator","since":1795828982.0,"by":190,"missing":[]}]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(10,12,12,'playing','nimbly',1,'{"deals":2,"target":null,"par":false}',5,7,101,'en',X'3A61F23D19D5ECD2D6F45A600B5FFDC3C76748BCB1E883826C7395576BFD557D','[{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"103","name":"C","joined":"9103","level":"","away":true,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'101:9101
102:9102
103:9103
start:9999',X'170FC5CAEE4389D34B49DD7A4CFEFDF867BFCCE1FB7E5B86C0D403B26E63E4AB',5,NULL,'[101]',1,'{"deals":2,"target":null,"chance":{"seed":"170fc5caee4389d34b49dd7a4cfefdf867bfcce1fb7e5b86c0d403b26e63e4ab"},"deal":1,"dealer":3,"points":[],"last":null,"par":false,"turn":3,"rows":["8D KH TD TH KC AC JC 7D QD","QS 9S 6D AD 6H","6C 9H 8S"],"hands":["JS 7S JD 9D 9C","QC 7C","TS JH TC"],"aside":"AS KS 6S AH QH 8H 7H KD 8C","drawn":[2,"B","7C"]}','{"hints":true,"clock":0,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(11,4,0,'lobby','balloon',1,'{"target":50,"redeal":true,"odds":true,"two":false}',5,7,101,'en',X'5BCFE8303658FB5679003615736D12A20BEFF9787CB9052EB6FE1E952470EC3D','[{"key":"101","name":"A","joined":"9101","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"102","name":"B","joined":"9102","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'',X'',0,1795830782.0,'[]',1,'null','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[103],"quiet":[],"roles":[],"kicked":[],"private":true}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(12,4,0,'playing','nimbly',1,'{"deals":1,"target":null,"par":false}',NULL,0,101,'en',X'78B830BE7B0D55476382CAD6AACB8112A04B76DF9D943904CADCB93508A04A94','[{"key":"101","name":"Ada","joined":"9101","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:2","name":"Stratus","joined":"","level":"hard","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'daily 2026-11-28',X'2FC43A90904A74613A16E4A8939976732FC383D39525B5E6652C78691EF5C05D',3,NULL,'[]',0,'{"deals":1,"target":null,"chance":{"seed":"2fc43a90904a74613a16e4a8939976732fc383d39525b5e6652c78691ef5c05d"},"deal":1,"dealer":3,"points":[],"last":null,"par":false,"turn":1,"rows":["JD QD AS 8C KC 8H","KH 8D 9C 7C 7S 7D","8S 9S KD JH AD 6C JS AC"],"hands":["9H","TS 6S 9D","TH QC JC"],"aside":"KS QS AH QH 7H 6H TD 6D TC","drawn":[3,"ABB","JC QC TH"]}','{"hints":false,"clock":0,"bank":0,"fast":true,"level":"hard","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',1,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'daily 2026-11-28',NULL);
INSERT INTO "match" VALUES(13,14,0,'over','nimbly',1,'{"deals":1,"target":null,"par":false}',NULL,0,102,'en',X'78B830BE7B0D55476382CAD6AACB8112A04B76DF9D943904CADCB93508A04A94','[{"key":"102","name":"Ben","joined":"9102","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:2","name":"Stratus","joined":"","level":"hard","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'daily 2026-11-28',X'2FC43A90904A74613A16E4A8939976732FC383D39525B5E6652C78691EF5C05D',13,NULL,'[]',0,'{"deals":1,"target":null,"chance":{"seed":"2fc43a90904a74613a16e4a8939976732fc383d39525b5e6652c78691ef5c05d"},"deal":1,"dealer":3,"points":[[12,72,40]],"last":{"hands":["AS 9S 6S KH KD 8D AC 8C 6C","JS TS 9H 8H QD JD 9D 7D 9C","8S 7S JH TH AD KC QC JC 7C"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["AS 9S 6S KH KD 8D AC 8C 6C","JS TS 9H 8H QD JD 9D 7D 9C","8S 7S JH TH AD KC QC JC 7C"],"aside":"KS QS AH QH 7H 6H TD 6D TC","drawn":[3,"C","8S"]}','{"hints":false,"clock":0,"bank":0,"fast":true,"level":"hard","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',1,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'daily 2026-11-28',NULL);
INSERT INTO "match" VALUES(14,16,0,'over','nimbly',1,'{"deals":1}',5,7,101,'en',X'03E9C889A7265943A16897207A90F9D0E560A8BFF23B31F6CC2CC3129DC73507','[{"key":"102","name":"Ben","joined":"3","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"101","name":"Ada","joined":"3","level":"","away":false,"late":false,"acted":1795828982.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"late":false,"acted":0.0,"kicked":false,"dm":true,"hinted":false,"manner":"","guest":false,"due":null,"reminded":false,"bank":0.0,"vacation":0.0}]',1795828982.0,1795828982.0,'league 1 1',X'BABED9289A6CF1A818346C0875724440026B5222FB5FE46215321D5BDA14EE85',13,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"babed9289a6cf1a818346c0875724440026b5222fb5fe46215321d5bda14ee85"},"deal":1,"dealer":3,"points":[[27,60,84]],"last":{"hands":["8S 7S 6S AH 7H QD 6D KC 6C","QS KH JH TH TD AC JC TC 8C","TS 9S QH 9H 6H JD 9D 8D 7D"],"par":null},"par":false,"turn":0,"rows":["","",""],"hands":["8S 7S 6S AH 7H QD 6D KC 6C","QS KH JH TH TD AC JC TC 8C","TS 9S QH 9H 6H JD 9D 8D 7D"],"aside":"AS KS JS 8H AD KD QC 9C 7C","drawn":[2,"B","TH"]}','{"hints":false,"clock":0,"bank":0,"fast":false,"level":"hard","coach":false,"rounds":0,"begins":null,"against":null,"mixed":false,"ready":""}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'league 1 1',NULL);
CREATE TABLE move (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	"by" BIGINT, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_move PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_move_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "move" VALUES(1,1,1,'play TH',114,1795827600.0);
INSERT INTO "move" VALUES(1,2,2,'play 9H',NULL,1795827600.0);
INSERT INTO "move" VALUES(1,3,3,'play QS',101,1795827600.0);
INSERT INTO "move" VALUES(1,4,1,'take TH',114,1795827600.0);
INSERT INTO "move" VALUES(2,1,1,'play 2S',102,1795827600.0);
INSERT INTO "move" VALUES(2,2,2,'play 9H',NULL,1795827600.0);
INSERT INTO "move" VALUES(2,3,3,'play 8C',113,1795827600.0);
INSERT INTO "move" VALUES(2,4,1,'take 9H',102,1795827600.0);
INSERT INTO "move" VALUES(3,1,1,'draw CC',104,1795827600.0);
INSERT INTO "move" VALUES(3,2,2,'draw AAA',105,1795827600.0);
INSERT INTO "move" VALUES(3,3,3,'draw AC',102,1795827600.0);
INSERT INTO "move" VALUES(3,4,1,'draw BC',104,1795827600.0);
INSERT INTO "move" VALUES(3,5,2,'draw AB',105,1795827600.0);
INSERT INTO "move" VALUES(3,6,3,'draw BC',102,1795827600.0);
INSERT INTO "move" VALUES(3,7,1,'draw AC',104,1795827600.0);
INSERT INTO "move" VALUES(3,8,2,'draw AB',105,1795827600.0);
INSERT INTO "move" VALUES(3,9,3,'draw C',102,1795827600.0);
INSERT INTO "move" VALUES(3,10,1,'draw BB',104,1795827600.0);
INSERT INTO "move" VALUES(3,11,2,'draw AB',105,1795827600.0);
INSERT INTO "move" VALUES(3,12,3,'draw A',102,1795827600.0);
INSERT INTO "move" VALUES(3,13,1,'draw C',104,1795827600.0);
INSERT INTO "move" VALUES(3,14,3,'draw C',102,1795827600.0);
INSERT INTO "move" VALUES(3,15,3,'draw B',102,1795827600.0);
INSERT INTO "move" VALUES(3,16,3,'draw B',102,1795827600.0);
INSERT INTO "move" VALUES(4,1,1,'draw AA',103,1795827600.0);
INSERT INTO "move" VALUES(4,2,2,'draw BBC',106,1795827600.0);
INSERT INTO "move" VALUES(4,3,3,'draw BC',101,1795827600.0);
INSERT INTO "move" VALUES(4,4,1,'draw CC',103,1795827600.0);
INSERT INTO "move" VALUES(4,5,2,'draw CC',106,1795827600.0);
INSERT INTO "move" VALUES(4,6,3,'draw AAA',101,1795827600.0);
INSERT INTO "move" VALUES(4,7,1,'draw C',103,1795827600.0);
INSERT INTO "move" VALUES(4,8,2,'draw ACC',106,1795827600.0);
INSERT INTO "move" VALUES(4,9,3,'draw BB',101,1795827600.0);
INSERT INTO "move" VALUES(4,10,1,'draw ABB',103,1795827600.0);
INSERT INTO "move" VALUES(4,11,2,'draw B',106,1795827600.0);
INSERT INTO "move" VALUES(4,12,3,'draw AB',101,1795827600.0);
INSERT INTO "move" VALUES(4,13,1,'draw A',103,1795827600.0);
INSERT INTO "move" VALUES(5,1,1,'draw ABB',102,1795828200.0);
INSERT INTO "move" VALUES(5,2,2,'draw A',101,1795828200.0);
INSERT INTO "move" VALUES(5,3,3,'draw BB',103,1795828200.0);
INSERT INTO "move" VALUES(5,4,1,'draw AAA',102,1795828200.0);
INSERT INTO "move" VALUES(5,5,2,'draw BBB',101,1795828200.0);
INSERT INTO "move" VALUES(5,6,3,'draw B',103,1795828200.0);
INSERT INTO "move" VALUES(5,7,1,'draw BCC',102,1795828200.0);
INSERT INTO "move" VALUES(5,8,2,'draw CC',101,1795828200.0);
INSERT INTO "move" VALUES(5,9,3,'draw A',103,1795828200.0);
INSERT INTO "move" VALUES(5,10,2,'draw CC',101,1795828200.0);
INSERT INTO "move" VALUES(5,11,3,'draw AAC',103,1795828200.0);
INSERT INTO "move" VALUES(5,12,2,'draw A',101,1795828200.0);
INSERT INTO "move" VALUES(5,13,3,'draw C',103,1795828200.0);
INSERT INTO "move" VALUES(5,14,3,'draw C',103,1795828200.0);
INSERT INTO "move" VALUES(6,1,1,'draw BB',106,1795828200.0);
INSERT INTO "move" VALUES(6,2,2,'draw BB',104,1795828200.0);
INSERT INTO "move" VALUES(6,3,3,'draw ABC',105,1795828200.0);
INSERT INTO "move" VALUES(6,4,1,'draw BCC',106,1795828200.0);
INSERT INTO "move" VALUES(6,5,2,'draw B',104,1795828200.0);
INSERT INTO "move" VALUES(6,6,3,'draw AB',105,1795828200.0);
INSERT INTO "move" VALUES(6,7,1,'draw ACC',106,1795828200.0);
INSERT INTO "move" VALUES(6,8,2,'draw ACC',104,1795828200.0);
INSERT INTO "move" VALUES(6,9,3,'draw CC',105,1795828200.0);
INSERT INTO "move" VALUES(6,10,1,'draw A',106,1795828200.0);
INSERT INTO "move" VALUES(6,11,2,'draw AAB',104,1795828200.0);
INSERT INTO "move" VALUES(6,12,3,'draw A',105,1795828200.0);
INSERT INTO "move" VALUES(6,13,3,'draw A',105,1795828200.0);
INSERT INTO "move" VALUES(7,1,1,'play QH',102,1795828800.0);
INSERT INTO "move" VALUES(7,2,2,'play 3C',101,1795828800.0);
INSERT INTO "move" VALUES(7,3,3,'play AH',103,1795828800.0);
INSERT INTO "move" VALUES(7,4,3,'take QH',103,1795828800.0);
INSERT INTO "move" VALUES(7,5,1,'take 3C',102,1795828800.0);
INSERT INTO "move" VALUES(7,6,2,'play 5S',101,1795828800.0);
INSERT INTO "move" VALUES(7,7,3,'play KS',103,1795828800.0);
INSERT INTO "move" VALUES(7,8,1,'play 7D',102,1795828800.0);
INSERT INTO "move" VALUES(7,9,3,'take 5S',103,1795828800.0);
INSERT INTO "move" VALUES(7,10,2,'take KS',101,1795828800.0);
INSERT INTO "move" VALUES(7,11,1,'play 8H',102,1795828800.0);
INSERT INTO "move" VALUES(7,12,2,'play 4D',101,1795828800.0);
INSERT INTO "move" VALUES(7,13,3,'play 4C',103,1795828800.0);
INSERT INTO "move" VALUES(7,14,1,'take 4C',102,1795828800.0);
INSERT INTO "move" VALUES(7,15,1,'second 3',102,1795828800.0);
INSERT INTO "move" VALUES(7,16,3,'take 4D',103,1795828800.0);
INSERT INTO "move" VALUES(7,17,2,'play 3S',101,1795828800.0);
INSERT INTO "move" VALUES(7,18,3,'play 4H',103,1795828800.0);
INSERT INTO "move" VALUES(7,19,1,'play 4S',102,1795828800.0);
INSERT INTO "move" VALUES(7,20,1,'take 4H',102,1795828800.0);
INSERT INTO "move" VALUES(7,21,2,'take 3S',101,1795828800.0);
INSERT INTO "move" VALUES(7,22,3,'play TS',103,1795828800.0);
INSERT INTO "move" VALUES(7,23,1,'play 6S',102,1795828800.0);
INSERT INTO "move" VALUES(7,24,2,'play KH',101,1795828800.0);
INSERT INTO "move" VALUES(7,25,3,'take KH',103,1795828800.0);
INSERT INTO "move" VALUES(7,26,1,'take TS',102,1795828800.0);
INSERT INTO "move" VALUES(7,27,2,'play 6H',101,1795828800.0);
INSERT INTO "move" VALUES(7,28,3,'play JK',103,1795828800.0);
INSERT INTO "move" VALUES(7,29,1,'play 2H',102,1795828800.0);
INSERT INTO "move" VALUES(7,30,2,'take 6H',101,1795828800.0);
INSERT INTO "move" VALUES(7,31,3,'take 2H',103,1795828800.0);
INSERT INTO "move" VALUES(7,32,1,'play AC',102,1795828800.0);
INSERT INTO "move" VALUES(7,33,2,'play 9D',101,1795828800.0);
INSERT INTO "move" VALUES(7,34,3,'play TC',103,1795828800.0);
INSERT INTO "move" VALUES(7,35,1,'take 9D',102,1795828800.0);
INSERT INTO "move" VALUES(7,36,3,'take TC',103,1795828800.0);
INSERT INTO "move" VALUES(7,37,2,'play QS',101,1795828800.0);
INSERT INTO "move" VALUES(7,38,3,'play 8S',103,1795828800.0);
INSERT INTO "move" VALUES(7,39,1,'play 2S',102,1795828800.0);
INSERT INTO "move" VALUES(7,40,2,'take 8S',101,1795828800.0);
INSERT INTO "move" VALUES(7,41,3,'take QS',103,1795828800.0);
INSERT INTO "move" VALUES(7,42,1,'play TD',102,1795828800.0);
INSERT INTO "move" VALUES(7,43,2,'play 9C',101,1795828800.0);
INSERT INTO "move" VALUES(7,44,3,'play QD',103,1795828800.0);
INSERT INTO "move" VALUES(7,45,3,'take TD',103,1795828800.0);
INSERT INTO "move" VALUES(7,46,1,'take 9C',102,1795828800.0);
INSERT INTO "move" VALUES(8,1,1,'declare NT',103,1795828800.0);
INSERT INTO "move" VALUES(8,2,2,'play 5D',101,1795828800.0);
INSERT INTO "move" VALUES(8,3,3,'play KD',102,1795828800.0);
INSERT INTO "move" VALUES(8,4,1,'play 2D',103,1795828800.0);
INSERT INTO "move" VALUES(8,5,3,'play 6H',102,1795828800.0);
INSERT INTO "move" VALUES(8,6,1,'play 9H',103,1795828800.0);
INSERT INTO "move" VALUES(9,1,2,'jump',102,1795828982.0);
INSERT INTO "move" VALUES(9,2,3,'jump',101,1795828982.0);
INSERT INTO "move" VALUES(9,3,1,'pay',103,1795828982.0);
INSERT INTO "move" VALUES(9,4,1,'jump',103,1795828982.0);
INSERT INTO "move" VALUES(9,5,3,'stay',101,1795828982.0);
INSERT INTO "move" VALUES(10,1,1,'draw CCC',101,1795828982.0);
INSERT INTO "move" VALUES(10,2,2,'draw C',103,1795828982.0);
INSERT INTO "move" VALUES(10,3,3,'draw BBB',102,1795828982.0);
INSERT INTO "move" VALUES(10,4,1,'draw CC',101,1795828982.0);
INSERT INTO "move" VALUES(10,5,2,'draw B',103,1795828982.0);
INSERT INTO "move" VALUES(12,1,1,'draw B',101,1795828982.0);
INSERT INTO "move" VALUES(12,2,2,'draw AAC',NULL,1795828982.0);
INSERT INTO "move" VALUES(12,3,3,'draw ABB',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,1,1,'draw C',102,1795828982.0);
INSERT INTO "move" VALUES(13,2,2,'draw AAB',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,3,3,'draw ABB',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,4,1,'draw C',102,1795828982.0);
INSERT INTO "move" VALUES(13,5,2,'draw ABC',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,6,3,'draw ABB',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,7,1,'draw AAC',102,1795828982.0);
INSERT INTO "move" VALUES(13,8,2,'draw AAB',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,9,3,'draw C',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,10,1,'draw BB',102,1795828982.0);
INSERT INTO "move" VALUES(13,11,3,'draw C',NULL,1795828982.0);
INSERT INTO "move" VALUES(13,12,1,'draw CC',102,1795828982.0);
INSERT INTO "move" VALUES(13,13,3,'draw C',NULL,1795828982.0);
INSERT INTO "move" VALUES(14,1,1,'draw CC',102,1795828982.0);
INSERT INTO "move" VALUES(14,2,2,'draw AAC',101,1795828982.0);
INSERT INTO "move" VALUES(14,3,3,'draw CCC',NULL,1795828982.0);
INSERT INTO "move" VALUES(14,4,1,'draw BBC',102,1795828982.0);
INSERT INTO "move" VALUES(14,5,2,'draw A',101,1795828982.0);
INSERT INTO "move" VALUES(14,6,3,'draw AAC',NULL,1795828982.0);
INSERT INTO "move" VALUES(14,7,1,'draw BBB',102,1795828982.0);
INSERT INTO "move" VALUES(14,8,2,'draw BC',101,1795828982.0);
INSERT INTO "move" VALUES(14,9,3,'draw AAB',NULL,1795828982.0);
INSERT INTO "move" VALUES(14,10,1,'draw A',102,1795828982.0);
INSERT INTO "move" VALUES(14,11,2,'draw A',101,1795828982.0);
INSERT INTO "move" VALUES(14,12,2,'draw B',101,1795828982.0);
INSERT INTO "move" VALUES(14,13,2,'draw B',101,1795828982.0);
CREATE TABLE person (
	user_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (user_id)
);
INSERT INTO "person" VALUES(101,'Ada');
INSERT INTO "person" VALUES(102,'Ben');
INSERT INTO "person" VALUES(103,'C');
INSERT INTO "person" VALUES(104,'D');
INSERT INTO "person" VALUES(105,'E');
INSERT INTO "person" VALUES(106,'F');
CREATE TABLE process (
	name TEXT NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_process PRIMARY KEY (name)
)
 WITHOUT ROWID

;
CREATE TABLE publication (
	match_id INTEGER NOT NULL, 
	board_channel BIGINT, 
	board_message BIGINT, 
	board_at DOUBLE NOT NULL, 
	ping_message BIGINT, 
	ping_user BIGINT, 
	ping_last BOOLEAN DEFAULT 0 NOT NULL, 
	line TEXT, 
	thread_open BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_publication PRIMARY KEY (match_id), 
	CONSTRAINT fk_publication_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "publication" VALUES(1,7,65,1795827600.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(2,8,66,1795827600.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(3,7,650,1795827600.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(4,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(5,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(6,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(7,7,703,1795828800.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(8,7,704,1795828800.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(9,7,705,1795828982.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(10,7,706,1795828982.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(11,7,660,1795828982.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(12,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(13,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(14,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
CREATE TABLE puzzle (
	"key" TEXT NOT NULL, 
	game TEXT NOT NULL, 
	record TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	choices TEXT NOT NULL, 
	match_id INTEGER, 
	answers INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	theme TEXT, 
	disliked INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_puzzle PRIMARY KEY ("key"), 
	CONSTRAINT fk_puzzle_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
INSERT INTO "puzzle" VALUES('aaaaaaaaaaaa','nimbly','game: nimbly
seats: 3
options: deals=1
seed: 0000000000000000000000000000000000000000000000000000000000000000
',1,'{"draw BBB":[0.5],"draw AAB":[0.5],"draw BBC":[0.5],"draw BCC":[0.5],"draw CCC":[0.5],"draw AA":[0.5],"draw BB":[0.5],"draw BC":[0.5],"draw AAA":[0.5],"draw AAC":[0.5],"draw ABB":[0.5],"draw ABC":[0.5],"draw A":[0.5],"draw B":[0.5],"draw C":[0.5],"draw AB":[0.5],"draw AC":[0.5],"draw CC":[0.5],"draw ACC":[0.5]}',NULL,1,2.20122308624449551932e+01,7.57228686445078391642e+00,'',0);
CREATE TABLE puzzle_answer (
	user_id BIGINT NOT NULL, 
	puzzle TEXT NOT NULL, 
	code TEXT NOT NULL, 
	is_right BOOLEAN NOT NULL, 
	at DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	disliked BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_puzzle_answer PRIMARY KEY (user_id, puzzle), 
	CONSTRAINT fk_puzzle_answer_puzzle FOREIGN KEY(puzzle) REFERENCES puzzle ("key") ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "puzzle_answer" VALUES(101,'aaaaaaaaaaaa','draw BBB',1,1795828982.0,2.57471854032835381067e+01,3.97472239377489,0);
CREATE TABLE rating (
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	season INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (user_id, game, season)
)
 WITHOUT ROWID

;
INSERT INTO "rating" VALUES(101,'cloud_nine',0,2.78690486807494259831e+01,8.20524337739799314306e+00,1,0);
INSERT INTO "rating" VALUES(101,'cloud_nine',8107,2.78690486807494259831e+01,8.20524337739799314306e+00,1,0);
INSERT INTO "rating" VALUES(101,'nimbly',0,2.44002098965733935651e+01,7.95140046884415152561e+00,2,1);
INSERT INTO "rating" VALUES(101,'nimbly',8107,2.44002098965733935651e+01,7.95140046884415152561e+00,2,1);
INSERT INTO "rating" VALUES(102,'cloud_nine',0,2.14136891490632166315e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(102,'cloud_nine',8107,2.14136891490632166315e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(102,'nimbly',0,2.04964890513030617569e+01,7.80790941072679789414e+00,2,0);
INSERT INTO "rating" VALUES(102,'nimbly',8107,2.04964890513030617569e+01,7.80790941072679789414e+00,2,0);
INSERT INTO "rating" VALUES(103,'cloud_nine',0,2.57172621701873573831e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(103,'cloud_nine',8107,2.57172621701873573831e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(103,'nimbly',0,2.79545507817780105588e+01,7.91981916673752461832e+00,2,1);
INSERT INTO "rating" VALUES(103,'nimbly',8107,2.79545507817780105588e+01,7.91981916673752461832e+00,2,1);
INSERT INTO "rating" VALUES(104,'nimbly',0,26.4895525253699,7.94779720012233248382e+00,2,1);
INSERT INTO "rating" VALUES(104,'nimbly',8107,26.4895525253699,7.94779720012233248382e+00,2,1);
INSERT INTO "rating" VALUES(105,'nimbly',0,2.82372210953910851571e+01,7.92181880142461736227e+00,2,1);
INSERT INTO "rating" VALUES(105,'nimbly',8107,2.82372210953910851571e+01,7.92181880142461736227e+00,2,1);
INSERT INTO "rating" VALUES(106,'nimbly',0,2.24380869532276889795e+01,7.80259801422087218014e+00,2,0);
INSERT INTO "rating" VALUES(106,'nimbly',8107,2.24380869532276889795e+01,7.80259801422087218014e+00,2,0);
CREATE TABLE rating_change (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	season INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	weight DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	ever_mu DOUBLE NOT NULL, 
	ever_sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_rating_change PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_rating_change_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rating_change" VALUES(3,1,104,'nimbly',8107,2,1.0,2.35654756596252852314e+01,8.0582242228023783781e+00,2.35654756596252852314e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(3,2,105,'nimbly',8107,1,1.0,2.78690486807494259831e+01,8.20524337739799314306e+00,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "rating_change" VALUES(3,3,102,'nimbly',8107,2,1.0,2.35654756596252852314e+01,8.0582242228023783781e+00,2.35654756596252852314e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(4,1,103,'nimbly',8107,1,1.0,2.78690486807494259831e+01,8.20524337739799314306e+00,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "rating_change" VALUES(4,2,106,'nimbly',8107,2,1.0,2.57172621701873573831e+01,8.0582242228023783781e+00,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(4,3,101,'nimbly',8107,3,1.0,2.14136891490632166315e+01,8.0582242228023783781e+00,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(5,1,102,'nimbly',8107,3,1.0,2.04964890513030617569e+01,7.80790941072679789414e+00,2.04964890513030617569e+01,7.80790941072679789414e+00);
INSERT INTO "rating_change" VALUES(5,2,101,'nimbly',8107,1,1.0,2.44002098965733935651e+01,7.95140046884415152561e+00,2.44002098965733935651e+01,7.95140046884415152561e+00);
INSERT INTO "rating_change" VALUES(5,3,103,'nimbly',8107,2,1.0,2.79545507817780105588e+01,7.91981916673752461832e+00,2.79545507817780105588e+01,7.91981916673752461832e+00);
INSERT INTO "rating_change" VALUES(6,1,106,'nimbly',8107,3,1.0,2.24380869532276889795e+01,7.80259801422087218014e+00,2.24380869532276889795e+01,7.80259801422087218014e+00);
INSERT INTO "rating_change" VALUES(6,2,104,'nimbly',8107,1,1.0,26.4895525253699,7.94779720012233248382e+00,26.4895525253699,7.94779720012233248382e+00);
INSERT INTO "rating_change" VALUES(6,3,105,'nimbly',8107,2,1.0,2.82372210953910851571e+01,7.92181880142461736227e+00,2.82372210953910851571e+01,7.92181880142461736227e+00);
INSERT INTO "rating_change" VALUES(7,1,102,'cloud_nine',8107,3,1.0,2.14136891490632166315e+01,8.0582242228023783781e+00,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(7,2,101,'cloud_nine',8107,1,1.0,2.78690486807494259831e+01,8.20524337739799314306e+00,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "rating_change" VALUES(7,3,103,'cloud_nine',8107,2,1.0,2.57172621701873573831e+01,8.0582242228023783781e+00,2.57172621701873573831e+01,8.0582242228023783781e+00);
CREATE TABLE result (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	score INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	best_deal INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	level TEXT, 
	hinted BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_result_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "result" VALUES(3,1,104,'D',18,0,18,1,NULL,0);
INSERT INTO "result" VALUES(3,2,105,'E',24,1,24,1,NULL,0);
INSERT INTO "result" VALUES(3,3,102,'B',18,0,18,1,NULL,0);
INSERT INTO "result" VALUES(4,1,103,'C',27,1,27,1,NULL,0);
INSERT INTO "result" VALUES(4,2,106,'F',24,0,24,1,NULL,0);
INSERT INTO "result" VALUES(4,3,101,'A',18,0,18,1,NULL,0);
INSERT INTO "result" VALUES(5,1,102,'B',27,0,27,1,NULL,0);
INSERT INTO "result" VALUES(5,2,101,'A',36,1,36,1,NULL,0);
INSERT INTO "result" VALUES(5,3,103,'C',30,0,30,1,NULL,0);
INSERT INTO "result" VALUES(6,1,106,'F',36,0,36,1,NULL,0);
INSERT INTO "result" VALUES(6,2,104,'D',64,1,64,1,NULL,0);
INSERT INTO "result" VALUES(6,3,105,'E',40,0,40,1,NULL,0);
INSERT INTO "result" VALUES(7,1,102,'B',62,1,62,1,NULL,1);
INSERT INTO "result" VALUES(7,2,101,'A',48,0,48,1,NULL,0);
INSERT INTO "result" VALUES(7,3,103,'C',44,0,44,1,NULL,0);
INSERT INTO "result" VALUES(13,1,102,'Ben',12,0,12,1,NULL,0);
INSERT INTO "result" VALUES(13,2,NULL,'Cirrus',72,1,72,1,'hard',0);
INSERT INTO "result" VALUES(13,3,NULL,'Stratus',40,0,40,1,'hard',0);
INSERT INTO "result" VALUES(14,1,102,'Ben',27,0,27,1,NULL,0);
INSERT INTO "result" VALUES(14,2,101,'Ada',60,0,60,1,NULL,0);
INSERT INTO "result" VALUES(14,3,NULL,'Cirrus',84,1,84,1,'hard',0);
CREATE TABLE review (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	accuracy DOUBLE, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_review PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_review_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "review" VALUES(7,2,101,3,2.04027731934329770169e+00,'{"version":3,"game":"cloud_nine","seat":2,"decisions":13,"accuracy":2.0402773193432977,"mistakes":[{"move":32,"deal":1,"code":"play 9D","best":"play 5C","rival":"play 9D","gap":{"share":0.20623911959780503,"share_error":0.011749697401695904,"points":18.96850234973563,"points_error":0.5298835735689802,"trials":512},"known":{"share":0.39330319982182876,"share_error":0.0,"points":15.099450519827997,"points_error":0.0,"trials":1},"share_best":0.31214045926048245,"share_rival":0.10590133966267742,"points_best":85.85295225994001,"points_rival":66.88444991020438,"reasons":[["keeps",{"fit":"three","n":3}]]},{"move":29,"deal":1,"code":"take 6H","best":"take JK","rival":"take 6H","gap":{"share":0.06260573629592427,"share_error":0.004473802777577581,"points":6.653559367452644,"points_error":0.3479394649072879,"trials":512},"known":{"share":0.19547819523492144,"share_error":0.0,"points":11.293815078400002,"points_error":0.0,"trials":1},"share_best":0.1728598512099763,"share_rival":0.11025411491405203,"points_best":73.12748312057984,"points_rival":66.4739237531272,"reasons":[["makes",{"fit":"joker"}]]},{"move":26,"deal":1,"code":"play 6H","best":"play AS","rival":"play 6H","gap":{"share":0.041133841991326914,"share_error":0.007661205609139607,"points":3.8404224071037447,"points_error":0.46667282109623814,"trials":512},"known":{"share":0.22336849450565865,"share_error":0.0,"points":9.902140090959989,"points_error":0.0,"trials":1},"share_best":0.2243777117506298,"share_rival":0.18324386975930287,"points_best":75.77459663921562,"points_rival":71.93417423211187,"reasons":[["first_back",{"card":"AS","often":"usually","fit":"pair","n":2}]]}],"praised":[],"luck":{"cards":{"points":-3.2916520805333307,"points_error":0.9826732072949421,"share":-0.0326506330413144,"share_error":0.012725988354509173,"events":1},"draws":{"points":-1.8056662600492182,"points_error":2.5541411719375793,"share":-0.17272333018888425,"share_error":0.06577225154325701,"events":9},"dice":{"points":0.0,"points_error":0.0,"share":0.0,"share_error":0.0,"events":0}},"curve":[[1,0.32811491169477786],[5,0.3176280395295379],[9,0.37858456491193504],[11,0.3132486280404733],[16,0.2807047854231084],[20,0.24846633444959684],[23,0.23359211057071314],[26,0.18324386975930287],[29,0.11025411491405203],[32,0.10590133966267742],[36,0.1815101828989951],[39,0.13376119664698216],[42,2.226477698778327e-11],[46,0.0]]}');
CREATE TABLE seat (
	match_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	user_id BIGINT, 
	"key" TEXT NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, position), 
	CONSTRAINT fk_seat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "seat" VALUES(1,1,114,'114');
INSERT INTO "seat" VALUES(1,2,NULL,'house:1');
INSERT INTO "seat" VALUES(1,3,101,'101');
INSERT INTO "seat" VALUES(2,1,102,'102');
INSERT INTO "seat" VALUES(2,2,NULL,'house:1');
INSERT INTO "seat" VALUES(2,3,113,'113');
INSERT INTO "seat" VALUES(3,1,104,'104');
INSERT INTO "seat" VALUES(3,2,105,'105');
INSERT INTO "seat" VALUES(3,3,102,'102');
INSERT INTO "seat" VALUES(4,1,103,'103');
INSERT INTO "seat" VALUES(4,2,106,'106');
INSERT INTO "seat" VALUES(4,3,101,'101');
INSERT INTO "seat" VALUES(5,1,102,'102');
INSERT INTO "seat" VALUES(5,2,101,'101');
INSERT INTO "seat" VALUES(5,3,103,'103');
INSERT INTO "seat" VALUES(6,1,106,'106');
INSERT INTO "seat" VALUES(6,2,104,'104');
INSERT INTO "seat" VALUES(6,3,105,'105');
INSERT INTO "seat" VALUES(7,1,102,'102');
INSERT INTO "seat" VALUES(7,2,101,'101');
INSERT INTO "seat" VALUES(7,3,103,'103');
INSERT INTO "seat" VALUES(8,1,103,'103');
INSERT INTO "seat" VALUES(8,2,101,'101');
INSERT INTO "seat" VALUES(8,3,102,'102');
INSERT INTO "seat" VALUES(9,1,103,'103');
INSERT INTO "seat" VALUES(9,2,102,'102');
INSERT INTO "seat" VALUES(9,3,101,'101');
INSERT INTO "seat" VALUES(10,1,101,'101');
INSERT INTO "seat" VALUES(10,2,103,'103');
INSERT INTO "seat" VALUES(10,3,102,'102');
INSERT INTO "seat" VALUES(11,1,101,'101');
INSERT INTO "seat" VALUES(11,2,102,'102');
INSERT INTO "seat" VALUES(12,1,101,'101');
INSERT INTO "seat" VALUES(12,2,NULL,'house:1');
INSERT INTO "seat" VALUES(12,3,NULL,'house:2');
INSERT INTO "seat" VALUES(13,1,102,'102');
INSERT INTO "seat" VALUES(13,2,NULL,'house:1');
INSERT INTO "seat" VALUES(13,3,NULL,'house:2');
INSERT INTO "seat" VALUES(14,1,102,'102');
INSERT INTO "seat" VALUES(14,2,101,'101');
INSERT INTO "seat" VALUES(14,3,NULL,'house:1');
CREATE TABLE series (
	"key" TEXT NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	rules_version INTEGER NOT NULL, 
	players_version INTEGER NOT NULL, 
	opens DOUBLE NOT NULL, 
	closes DOUBLE NOT NULL, 
	closed DOUBLE, 
	why TEXT NOT NULL, 
	CONSTRAINT pk_series PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "series" VALUES('daily 2026-11-28','nimbly','{"deals":1,"target":null,"par":false}',X'78B830BE7B0D55476382CAD6AACB8112A04B76DF9D943904CADCB93508A04A94',1,6,1795824000.0,1795910400.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-11-29','balloon','{"target":25,"redeal":true,"odds":true,"two":false}',X'68E0D8DC0196C51890B662BCC0EA12179A019C900799F34EE7566F79C0F8849D',1,4,1795910400.0,1795996800.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-11-30','clumond','{"ante":2,"deals":1,"scoring":"chips"}',X'1E5179330CABDA0223287E6512FF62F4AA187A0EB2521685BE29F0D093155A02',1,4,1795996800.0,1796083200.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-12-01','cloud_nine','{"deals":1,"target":null}',X'4B7BC1949C1E595823AD70588C0CD5B43EE39FF9635D8E3277F7A2A1943A1D97',1,4,1796083200.0,1796169600.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-12-02','nimbly','{"deals":1,"target":null,"par":false}',X'F21659A3AC226B7DDE75EC36CB5168054101D2727A656AE83DCE65294681CE23',1,6,1796169600.0,1796256000.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-12-03','balloon','{"target":25,"redeal":true,"odds":true,"two":false}',X'084C0A21E24EF4F5CB5B3684B0256E5388EBF1480812AEA9F7557EC34AA5C999',1,4,1796256000.0,1796342400.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-12-04','clumond','{"ante":2,"deals":1,"scoring":"chips"}',X'2EFDF567849807D9F558FEDC6CBD9BE6513E885A7E4E69063321104D325CE796',1,4,1796342400.0,1796428800.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-12-05','cloud_nine','{"deals":1,"target":null}',X'E9D7BF38ED3064395B87C5CE3A65F3B6356BC6215E4FC6B6B5C4D6A02FF18E16',1,4,1796428800.0,1796515200.0,NULL,'');
INSERT INTO "series" VALUES('evening 1 1','cloud_nine','{"deals":1,"target":null}',X'5016C23591EF79EF393B38E52B1D4947458FCA3653B7606886504229F2288FA7',1,4,1795827600.0,1795828500.0,NULL,'');
INSERT INTO "series" VALUES('evening 3 1','nimbly','{"deals":1,"target":null,"par":false}',X'2F96756DDE07C97822A26D1B13F8ACA465D3EFB7EC312F99F8952A9B04A175CF',1,6,1795827600.0,1795828200.0,1795827600.0,'');
INSERT INTO "series" VALUES('evening 3 2','nimbly','{"deals":1,"target":null,"par":false}',X'FCD558E3F420DE50264B62FFB69AB50DD961D1587A8FD0797D54E3317246457D',1,6,1795828200.0,1795828800.0,1795828200.0,'');
INSERT INTO "series" VALUES('league 1 1','nimbly','{"deals":1}',X'03E9C889A7265943A16897207A90F9D0E560A8BFF23B31F6CC2CC3129DC73507',1,6,1795828982.0,1796433782.0,NULL,'');
CREATE TABLE setting (
	scope TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (scope, "key")
)
 WITHOUT ROWID

;
INSERT INTO "setting" VALUES('codes','secret','b602939db7a09c8852a64e8a1f2371a4b273cf77ac3359d2f5e4a3aa6393bd92');
INSERT INTO "setting" VALUES('person 101','place','dm');
INSERT INTO "setting" VALUES('person 101','quiet','22:00-07:00');
INSERT INTO "setting" VALUES('person 101','sent','[1795828982,1795828982]');
INSERT INTO "setting" VALUES('person 102','sent','[1795828982,1795828982]');
INSERT INTO "setting" VALUES('person 103','sent','[1795828982,1795828982]');
INSERT INTO "setting" VALUES('server 5','clock','3600');
INSERT INTO "setting" VALUES('server 5','level','easy');
INSERT INTO "setting" VALUES('server 5','off','review');
CREATE INDEX ix_match_thread_id_status ON "match" (thread_id, status);
CREATE INDEX ix_match_status_deadline ON "match" (status, deadline);
CREATE INDEX ix_match_channel_id_status ON "match" (channel_id, status);
CREATE INDEX ix_match_game_status_rated_guild_id ON "match" (game, status, rated, guild_id);
CREATE INDEX ix_match_unpublished ON "match" (id) WHERE version > published;
CREATE INDEX ix_match_series ON "match" (series) WHERE series != '';
CREATE INDEX ix_match_follows ON "match" (follows) WHERE follows IS NOT NULL;
CREATE INDEX ix_series_open ON series ("key") WHERE closed IS NULL;
CREATE INDEX ix_series_closes ON series (closes);
CREATE INDEX ix_rating_game_season ON rating (game, season);
CREATE INDEX ix_league_guild_id ON league (guild_id);
CREATE INDEX ix_daily_place_user_id ON daily_place (user_id);
CREATE INDEX ix_seat_user_id_match_id ON seat (user_id, match_id);
CREATE INDEX ix_result_user_id_match_id ON result (user_id, match_id);
CREATE INDEX ix_publication_thread_open ON publication (match_id) WHERE thread_open = 1;
CREATE INDEX ix_invitation_inviter_id_at ON invitation (inviter_id, at);
CREATE INDEX ix_evening_board_guild_id ON evening_board (guild_id);
CREATE INDEX ix_evening_person_user_id ON evening_person (user_id);
CREATE INDEX ix_evening_guess_user_id ON evening_guess (user_id);
CREATE UNIQUE INDEX ix_ending_number ON ending (number);
CREATE INDEX ix_ending_waiting ON ending (number) WHERE verdict IS NULL;
CREATE INDEX ix_rating_change_user_id_game_season ON rating_change (user_id, game, season);
CREATE INDEX ix_review_user_id_match_id ON review (user_id, match_id);
CREATE INDEX ix_puzzle_match_id ON puzzle (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_puzzle_game_mu ON puzzle (game, mu);
CREATE INDEX ix_daily_try_match_id ON daily_try (match_id);
CREATE INDEX ix_daily_try_user_id_day ON daily_try (user_id, day);
CREATE INDEX ix_lease_process ON lease (process);
CREATE INDEX ix_puzzle_answer_puzzle ON puzzle_answer (puzzle);
CREATE INDEX ix_puzzle_answer_user_id_at ON puzzle_answer (user_id, at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',14);
INSERT INTO "sqlite_sequence" VALUES('league',1);
COMMIT;
